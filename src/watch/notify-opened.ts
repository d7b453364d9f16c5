import { isDeepStrictEqual } from 'node:util';
import { errorName } from '../answer/user-error.ts';
import { type Instant, minute } from '../core/clock.ts';
import type { OpenedCard } from '../drift/findings.ts';
import { type Listed, listedFor, listedSince } from '../operations/changed/open-findings.ts';
import { openedCard } from '../operations/changed/opened-card.ts';
import type { Writes } from '../operations/changed/put-it-back.ts';
import { type CardDraft, cardsFor, messagesAfter } from './opened-cards.ts';
import { contextOf, discard, type NotifyDependencies, post } from './post.ts';

/**
 * Notifies the channel once of traffic that was opened outside, with one card for all findings until the next watch is due.
 * Each card is edited when its content changes, as long as its findings are listed. Failed messages are retried after the next
 * watch, for a day. Never rejects.
 */
export async function notifyOpened(account: string, deps: NotifyDependencies): Promise<void> {
  try {
    const now = deps.clock();
    const context = { watches: deps.watches, changes: deps.changes, service: { alias: account } };
    const openings = (await listedSince(now - listedFor, now, context)).filter(
      ({ finding }) => finding.opens !== undefined,
    );
    if (openings.length > 0) await notify(account, openings, now, deps);
  } catch (error) {
    deps.log('not sent', { account, error: errorName(error) });
  }
}

async function notify(
  account: string,
  openings: readonly Listed[],
  now: Instant,
  deps: NotifyDependencies,
): Promise<void> {
  const { watches, policy } = deps;
  const sent = await watches.messages(account);
  const drafts = cardsFor(openings, sent, (policy.watch?.everyMinutes ?? 0) * minute, now);
  const context = await contextOf(account, deps);
  const cards: OpenedCard[] = [];
  for (const draft of drafts) cards.push(...(await show(draft, context, deps)));
  if (isDeepStrictEqual(cards, sent?.cards ?? [])) return;
  const isStored = await watches.saveMessages(account, messagesAfter(cards, openings, sent, now));
  const last = drafts.at(-1)?.card ? undefined : cards.at(-1);
  if (!isStored && last) await discard(last.posted, deps);
}

/**
 * Posts or edits a card. Resolves to the cards to store: the old one if Slack refuses the edit, none if the card has already
 * shown that nothing is open.
 */
async function show(
  { card, at, shown, openings }: CardDraft,
  context: Writes,
  deps: NotifyDependencies,
): Promise<readonly OpenedCard[]> {
  const answer = openedCard(openings, context);
  const posted = await post(card?.posted, answer, deps).catch((error: unknown) => {
    if (!card) throw error;
    deps.log('not sent', { account: context.service.alias, error: errorName(error) });
    return undefined;
  });
  if (!posted) return card ? [card] : [];
  const isOver = posted === card?.posted && !openings.some(({ isOpen }) => isOpen);
  return isOver ? [] : [{ at, shown, posted }];
}
