import { errorName } from '../answer/user-error.ts';
import { toldFor } from '../change/model/time-limits.ts';
import type { Instant } from '../core/clock.ts';
import type { FindingSet } from '../drift/findings.ts';
import type { Message } from '../messaging/messaging.ts';
import { listedSince } from '../operations/changed/open-findings.ts';
import { openedCard } from '../operations/changed/opened-card.ts';
import { contextOf, post, type TellDependencies } from './post.ts';

/**
 * Tells the channel once what traffic was opened outside: in one card for all that is found until the next look is due, which is edited
 * when something of it isn’t so any more. What Slack doesn’t take is tried again after the next look, for a day. Never
 * rejects.
 */
export async function tellOpened(account: string, deps: TellDependencies): Promise<void> {
  try {
    const now = deps.clock();
    const opened = (await deps.watches.findings(account, now - toldFor)).filter(({ findings }) =>
      findings.some(({ opens }) => opens !== undefined),
    );
    if (opened.length > 0) await tell(account, opened, now, deps);
  } catch (error) {
    deps.log('not told', { account, error: errorName(error) });
  }
}

async function tell(
  account: string,
  opened: readonly FindingSet[],
  now: Instant,
  deps: TellDependencies,
): Promise<void> {
  const { watches } = deps;
  const told = await watches.told(account);
  const card = told?.opened;
  const untold = opened.filter(({ id }) => !card?.told.includes(id));
  const isOpenCard = card !== undefined && now - card.at < (deps.policy.watch?.everyMinutes ?? 0) * 60_000;
  const edits = untold.length === 0 || isOpenCard ? card : undefined;
  const shown = [...(edits?.shown ?? []), ...untold.map(({ id }) => id)];
  const answer = await cardOf(account, shown, now, deps);
  const keep = (message: Message, drawn: string): Promise<boolean> =>
    watches.saveTold(account, {
      ...told,
      version: (told?.version ?? 0) + 1,
      opened: {
        at: edits?.at ?? now,
        message,
        shown,
        told: opened.map(({ id }) => id),
        drawn,
      },
    });
  await post(edits, answer, keep, deps);
}

async function cardOf(account: string, shown: readonly string[], now: Instant, deps: TellDependencies) {
  const context = await contextOf(account, deps);
  const found = await listedSince(now - toldFor, now, context);
  return openedCard(
    found.filter(({ finding, set }) => finding.opens !== undefined && shown.includes(set.id)),
    context,
  );
}
