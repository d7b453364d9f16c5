import type { Answer } from '../../answer/answer.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import type { PostedMessage } from '../../change/model/posted-message.ts';
import { type Move, storeMoves, storeRendered } from '../../change/transitions/sent-messages.ts';
import { isRefused } from '../../core/call-failed.ts';
import type { Instant } from '../../core/clock.ts';
import type { Message } from '../../messaging/messaging.ts';
import { draw, hashOf, looksSame } from '../views/draw-change.ts';
import type { CardDependencies } from './lifecycle-dependencies.ts';

/**
 * Whether the messages about a request are current, as far as they can be. `refused`: Slack refuses the card, until an
 * administrator unarchives its channel or invites Skydesk again. `failed`: Slack or the table did not answer.
 */
export type Shown = 'shown' | 'refused' | 'failed';

/**
 * Updates every message about a request, except results, and offers that are up to date. Slack keeps the last edit of
 * concurrent jobs, so each job compares again after its edits until the messages are current. Messages that can't be reached
 * are skipped.
 */
export async function updateMessages(change: Change, deps: CardDependencies): Promise<Shown> {
  let current: Change | undefined = change;
  let shown: readonly Shown[] = [];
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
      const edits = await Promise.all(outdated.map((edit) => editMessage(edit, change, deps)));
      shown = edits.map((edit) => edit.shown);
      const moves = edits.flatMap(({ move }) => move ?? []);
      if (moves.length > 0) await deps.changes.change(change.id, (stored) => storeMoves(stored, moves));
      const offers = edits.flatMap(({ offer }) => offer ?? []);
      for (const { of = '', rendered = '' } of offers) renderedHere.set(of, rendered);
      if (offers.length > 0) await deps.changes.change(change.id, (stored) => storeRendered(stored, offers));
      current = await deps.changes.get(change.id);
    } while (current && !looksSame(change, current, deps.clock(), renderedAt));
    return worst(shown);
  } catch {
    deps.log('card not updated', { change: change.id });
    return 'failed';
  }
}

/** Returns what came of several messages together. */
export const worst = (shown: readonly Shown[]): Shown =>
  shown.find((one) => one === 'failed') ?? shown.find((one) => one === 'refused') ?? 'shown';

/** A message and its new content. */
interface Edit {
  readonly message: PostedMessage;
  readonly answer: Answer;
}

interface Edited {
  readonly move?: Move;
  readonly shown: Shown;
  /** The rendered offer. */
  readonly offer?: PostedMessage | undefined;
}

/**
 * Edits a message. If it was deleted or can't be edited, posts it again in its place, once: its new link changes the other
 * messages, so posting without an end would never be done. A refusal of any other view than the card is not tried again.
 */
async function editMessage(
  { message, answer }: Edit,
  change: Change,
  deps: CardDependencies,
): Promise<Edited> {
  const { view, of } = message;
  const offer = (to: Message): PostedMessage | undefined =>
    view === 'offer' ? { view, of, ...to, rendered: hashOf(answer) } : undefined;
  const refused = view === 'card' ? 'refused' : 'shown';
  let shown: Shown;
  try {
    const to = await current(message, answer, change, deps);
    if (to?.ts === message.ts) return { shown: 'shown', offer: offer(message) };
    if (to) {
      const moved: PostedMessage = { view, of, ...to, isAgain: true };
      const move = { from: message, to: view === 'card' ? await linked(moved, deps) : moved };
      return { move, shown: 'shown', offer: offer(to) };
    }
    shown = refused;
  } catch (error) {
    shown = isRefused(error) ? refused : 'failed';
  }
  deps.log('card not updated', { change: change.id });
  return { shown };
}

/**
 * Edits a message, or posts it again unless that was done before. One with the steps waits for the end with that, since no other
 * message has the end. Resolves to where it is; undefined if Slack takes neither.
 */
async function current(
  message: PostedMessage,
  answer: Answer,
  change: Change,
  { messenger }: CardDependencies,
): Promise<Message | undefined> {
  if (!message.isAgain && !(message.view === 'progress' && isWaiting(change)))
    return messenger.edit(message, answer);
  return (await messenger.amend(message, answer)) ? message : undefined;
}

/** Adds the permalink to a card. */
export async function linked(card: PostedMessage, { messenger }: CardDependencies): Promise<PostedMessage> {
  const link = await messenger.permalink(card);
  return link === undefined ? card : { ...card, link };
}
