import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { type Offer, withApproval } from '../model/approval.ts';
import { type Change, type Due, isWaiting } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isEnding } from '../model/ending-change.ts';
import { isPosted, isSameMessage, type PostedMessage, type View } from '../model/posted-message.ts';
import type { StepEnd } from '../model/step.ts';
import { undoableUntil } from '../model/undo.ts';

/** Where a message was in Slack, and where it is now. */
export interface Move {
  readonly from: PostedMessage;
  readonly to: PostedMessage;
}

/** Views of which a change has a single message. */
const single: readonly View[] = ['status', 'progress'];

/** Upper bound for the notices of an end that are kept up to date. */
const maxEndNotices = 10;

/** Keeps where a message is; where a change has a single one with its view, only the first. */
export function storeMessage(change: Change, message: PostedMessage): Transition {
  const { messages } = change;
  if (messages.some((known) => isSameMessage(known, message))) return { change };
  if (single.includes(message.view) && isPosted(message.view, change))
    return { refused: 'There is one already.' };
  return { change: { ...change, messages: [...messages, message] } };
}

/** Upper bound for the offers that are kept up to date. */
const maxOffers = 20;

/** Keeps an offer and where its message is; of two messages for one suggestion the first. */
export function storeOffer(change: Change, offer: Offer, message: PostedMessage): Transition {
  const { offers = [] } = change.approval ?? {};
  if (offers.some(({ id }) => id === offer.id)) return { refused: 'This suggestion is offered.' };
  const kept = [...offers, offer].slice(-maxOffers);
  const isKept = ({ view, of }: PostedMessage): boolean =>
    view !== 'offer' || kept.some(({ id }) => id === of);
  const messages = [...change.messages, message].filter(isKept);
  return { change: { ...withApproval(change, { offers: kept }), messages } };
}

/**
 * Keeps the new places of messages that were deleted in Slack and posted again. Two jobs may have done so at once: both
 * copies of a card are kept up to date.
 */
export function storeMoves(change: Change, moves: readonly Move[]): Transition {
  const { messages } = change;
  const isKnown = (message: PostedMessage): boolean =>
    messages.some((other) => isSameMessage(other, message));
  const copies = moves.filter(({ from, to }) => from.view === 'card' && !isKnown(from) && !isKnown(to));
  const now = (message: PostedMessage): PostedMessage =>
    moves.find(({ from }) => isSameMessage(from, message))?.to ?? message;
  return { change: { ...change, messages: [...messages.map(now), ...copies.map(({ to }) => to)] } };
}

/** Keeps which content messages show. */
export const storeRendered = (change: Change, shown: readonly PostedMessage[]): Transition => ({
  change: {
    ...change,
    messages: change.messages.map((message) => {
      const rendered = shown.find((other) => isSameMessage(other, message))?.rendered ?? message.rendered;
      return rendered === message.rendered ? message : { ...message, rendered };
    }),
  },
});

/**
 * Keeps the tasks that remain, unless people have to be notified of something else by now, and the messages that were posted, if
 * they will have to be edited. `of`: the change they show. `renderedAt`: when they began to be rendered.
 */
export function markHandled(
  change: Change,
  {
    of,
    remaining,
    posted,
  }: { readonly of: Change; readonly remaining: readonly Due[]; readonly posted: readonly PostedMessage[] },
  renderedAt: Instant,
): Transition {
  const { due = [] } = change;
  const kept = isSameNotification(change, of) ? due.filter((task) => remaining.includes(task)) : due;
  return { change: withPosted(withDue(change, kept), posted, renderedAt) };
}

const isSameNotification = (change: Change, handled: Change): boolean =>
  change.ended?.job === handled.ended?.job &&
  change.ending?.notification?.count === handled.ending?.notification?.count &&
  change.ending?.notification?.at === handled.ending?.notification?.at;

const withDue = (change: Change, due: readonly Due[]): Change => ({
  ...change,
  due: due.length > 0 ? due : undefined,
});

/** With messages that show what can still change of it. */
function withPosted(change: Change, posted: readonly PostedMessage[], renderedAt: Instant): Change {
  const kept = { ...change, messages: [...change.messages, ...posted] };
  if (isEnding(change)) return posted.length > 0 ? withNotices(kept) : change;
  const isChanging = change.steps.some(({ outcome, end }) => outcome?.undo || end);
  // Those that were posted before may show what is over by now.
  return isChanging ? { ...kept, staleAt: change.staleAt ?? markFresh(kept, renderedAt).staleAt } : change;
}

/** With its last notices alone. One that comes after the end is still to be brought up to date. */
function withNotices(change: Change): Change {
  const kept = { ...change, messages: change.messages.slice(-maxEndNotices) };
  return isWaiting(change) ? kept : withDue(kept, [...new Set<Due>([...(change.due ?? []), 'messages'])]);
}

/** The views that show what can be done about a change that has ended. */
export const resultViews: readonly View[] = ['result', 'progress'];

/** Notes that its messages show how it stands `now`, until the next of the Undos that they offer expires. */
export const markFresh = (change: Change, now: Instant): Change => ({
  ...change,
  staleAt: change.messages.some(({ view }) => resultViews.includes(view))
    ? undoableUntil(change.steps, now)
    : undefined,
});

const overPhases: readonly StepEnd['phase'][] = ['ended', 'skipped', 'unknown'];

/**
 * Keeps how the ends stand of the steps that end by themselves, by their index. The same change, if that is known. What is over stays so: a
 * slow job may tell of an earlier state.
 */
export function storeEnds(change: Change, ends: ReadonlyMap<number, StepEnd>): Transition {
  const steps = mapNonEmpty(change.steps, (step, index) => {
    const end = step.ends && ends.get(index);
    const isOver = step.end !== undefined && overPhases.includes(step.end.phase);
    return end &&
      (!isOver || overPhases.includes(end.phase)) &&
      JSON.stringify(end) !== JSON.stringify(step.end)
      ? { ...step, end }
      : step;
  });
  return {
    change: steps.some((step, index) => step !== change.steps[index]) ? { ...change, steps } : change,
  };
}

/** Notes that its card is still to be drawn, in one of its states. */
export const markCardDue = (change: Change): Transition => ({
  change: change.due?.includes('card') ? change : { ...change, due: [...(change.due ?? []), 'card'] },
});
