import type { Answer } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import type { PostedMessage } from '../../change/model/posted-message.ts';
import { type Move, storeMoves, storeRendered } from '../../change/transitions/sent-messages.ts';
import type { Instant } from '../../core/clock.ts';
import type { Message } from '../../messaging/messaging.ts';
import { Refused } from '../../messaging/refused.ts';
import { draw, hashOf, looksSame } from '../views/draw-change.ts';
import type { CardDependencies } from './lifecycle-dependencies.ts';

/**
 * Updates every message about a request, except results, and offers that are up to date. Slack keeps the last edit of
 * concurrent jobs, so each job compares again after its edits until the messages are current. Messages that can't be reached
 * are skipped. Resolves to false if a later attempt makes sense.
 */
export async function updateMessages(change: Change, deps: CardDependencies): Promise<boolean> {
  let current: Change | undefined = change;
  let renderedAll = true;
  let renderedAt: Instant;
  // The hashes that this job rendered take precedence over stored ones: another job may have stored the hash of an edit that
  // this job has overwritten since.
  const renderedHere = new Map<string, string>();
  try {
    do {
      change = current;
      renderedAt = deps.clock();
      const outdated = change.messages
        .filter(({ view }) => view !== 'result')
        .map((message): Edit => ({ message, answer: draw(message, change, renderedAt) }))
        .filter(
          ({ message: { view, of = '', rendered }, answer }) =>
            view !== 'offer' || (renderedHere.get(of) ?? rendered) !== hashOf(answer),
        );
      const edits = await Promise.all(outdated.map((edit) => editMessage(edit, change.id, deps)));
      renderedAll = edits.every(({ isRendered }) => isRendered);
      const moves = edits.flatMap(({ move }) => move ?? []);
      if (moves.length > 0) await deps.changes.change(change.id, (stored) => storeMoves(stored, moves));
      const offers = edits.flatMap(({ offer }) => offer ?? []);
      for (const { of = '', rendered = '' } of offers) renderedHere.set(of, rendered);
      if (offers.length > 0) await deps.changes.change(change.id, (stored) => storeRendered(stored, offers));
      current = await deps.changes.get(change.id);
    } while (current && !looksSame(change, current, deps.clock(), renderedAt));
    return renderedAll;
  } catch {
    deps.log('card not updated', { change: change.id });
    return false;
  }
}

/** A message and its new content. */
interface Edit {
  readonly message: PostedMessage;
  readonly answer: Answer;
}

interface Edited {
  readonly move?: Move;
  readonly isRendered: boolean;
  /** The rendered offer. */
  readonly offer?: PostedMessage | undefined;
}

/**
 * Edits a message; returns the new reference if it was deleted and had to be posted again. `isRendered` is false only if a
 * later attempt makes sense: after an error other than a refusal, or if Slack refused a card, since an administrator can
 * unarchive its channel or invite Skydesk again.
 */
async function editMessage(
  { message, answer }: Edit,
  change: string,
  deps: CardDependencies,
): Promise<Edited> {
  const { view, of } = message;
  const offer = (to: Message): PostedMessage | undefined =>
    view === 'offer' ? { view, of, ...to, rendered: hashOf(answer) } : undefined;
  let isRendered = view !== 'card';
  try {
    const to = await deps.messenger.edit(message, answer);
    if (to?.ts === message.ts) return { isRendered: true, offer: offer(message) };
    if (to) {
      const moved: PostedMessage = { view, of, ...to };
      const move = { from: message, to: view === 'card' ? await linked(moved, deps) : moved };
      return { move, isRendered: true, offer: offer(to) };
    }
  } catch (error) {
    isRendered &&= error instanceof Refused;
  }
  deps.log('card not updated', { change });
  return { isRendered };
}

/** Adds the permalink to a card. */
export async function linked(card: PostedMessage, { messenger }: CardDependencies): Promise<PostedMessage> {
  const link = await messenger.permalink(card);
  return link === undefined ? card : { ...card, link };
}
