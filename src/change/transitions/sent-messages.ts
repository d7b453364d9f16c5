import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { type Offer, withApproval } from '../model/approval.ts';
import { type Change, type Due, isWaiting } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isPosted, isSameMessage, type PostedMessage, type View } from '../model/posted-message.ts';
import { isReversal } from '../model/reversal.ts';
import type { StepEnd } from '../model/step.ts';
import { undoableUntil } from '../model/undo.ts';

/** A message that was posted again in Slack: its old and its new reference. */
export interface Move {
  readonly from: PostedMessage;
  readonly to: PostedMessage;
}

/** Views that only one message of a change shows. */
const single: readonly View[] = ['status', 'progress'];

/** Upper bound for the notices of an end that are updated. */
const maxEndNotices = 10;

/** Stores a posted message; only the first one for views that are unique. */
export function storeMessage(change: Change, message: PostedMessage): Transition {
  const { messages } = change;
  if (messages.some((known) => isSameMessage(known, message))) return { change };
  if (single.includes(message.view) && isPosted(message.view, change))
    return { refused: 'There is one already.' };
  return { change: { ...change, messages: [...messages, message] } };
}

/** Upper bound for the offers that are updated. */
const maxOffers = 20;

/** Stores an offer and its message; only the first message for a suggestion. */
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
 * Stores the new references of messages that were deleted in Slack and posted again. If two jobs did so at once, both copies of
 * a card are updated from then on.
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

/** Stores the hashes of the content that messages show. */
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
 * Stores the remaining tasks, unless a newer notification is due by now, and those posted messages that need later edits. `of`:
 * the version of the change that was handled. `isCardRefused`: Slack has refused the card again, so the next attempt comes later.
 * `renderedAt`: the start of the rendering. Returns `change` itself if nothing is new.
 */
export function markHandled(
  change: Change,
  {
    of,
    remaining,
    posted,
    isCardRefused = false,
  }: {
    readonly of: Change;
    readonly remaining: readonly Due[];
    readonly posted: readonly PostedMessage[];
    readonly isCardRefused?: boolean | undefined;
  },
  renderedAt: Instant,
): Transition {
  const { due = [] } = change;
  const kept = isSameNotification(change, of) ? due.filter((task) => remaining.includes(task)) : due;
  const isLogged = due.includes('log') && kept.length > 0 && !kept.includes('log');
  const left = withDue(isLogged ? { ...change, loggedAt: renderedAt } : change, kept);
  const handled = withPosted(withRefusals(left, isCardRefused), posted, renderedAt);
  return { change: JSON.stringify(handled) === JSON.stringify(change) ? change : handled };
}

/** Counts a refusal of a card that stays due. */
const withRefusals = (change: Change, isCardRefused: boolean): Change => {
  const { due = [], cardRefusals = 0 } = change;
  return isCardRefused && due.includes('card') ? { ...change, cardRefusals: cardRefusals + 1 } : change;
};

const isSameNotification = (change: Change, handled: Change): boolean =>
  change.closed?.job === handled.closed?.job &&
  change.reversal?.notification?.count === handled.reversal?.notification?.count &&
  change.reversal?.notification?.at === handled.reversal?.notification?.at;

const withDue = (change: Change, due: readonly Due[]): Change => ({
  ...change,
  due: due.length > 0 ? due : undefined,
  cardRefusals: due.includes('card') ? change.cardRefusals : undefined,
  loggedAt: due.length > 0 ? change.loggedAt : undefined,
});

/** Adds the posted messages if parts of their content can still change. */
function withPosted(change: Change, posted: readonly PostedMessage[], renderedAt: Instant): Change {
  const kept = { ...change, messages: [...change.messages, ...posted] };
  if (isReversal(change)) return posted.length > 0 ? withNotices(kept) : change;
  const isChanging = change.steps.some(({ outcome, end }) => outcome?.undo || end);
  // Messages that were posted before may be outdated already.
  return isChanging ? { ...kept, staleAt: change.staleAt ?? markFresh(kept, renderedAt).staleAt } : change;
}

/** Keeps only the latest notices. A notice posted after the end still has to be updated. */
function withNotices(change: Change): Change {
  const kept = { ...change, messages: change.messages.slice(-maxEndNotices) };
  return isWaiting(change) ? kept : withDue(kept, [...new Set<Due>([...(change.due ?? []), 'messages'])]);
}

/** The views that show the possible actions after a change. */
export const resultViews: readonly View[] = ['result', 'progress'];

/** Records that the messages are up to date at `now`, until the next Undo that they offer expires. */
export const markFresh = (change: Change, now: Instant): Change => ({
  ...change,
  staleAt: change.messages.some(({ view }) => resultViews.includes(view))
    ? undoableUntil(change.steps, now)
    : undefined,
});

/** Records that, unless a message was stored since they were `shown`: it may still have the button. */
export const markFreshIfShown = (change: Change, shown: Change, now: Instant): Transition => ({
  change: change.messages.length === shown.messages.length ? markFresh(change, now) : change,
});

const overPhases: readonly StepEnd['phase'][] = ['ended', 'skipped', 'unknown', 'over'];

/**
 * Stores the states of the ends of steps, by index. Returns `change` itself if nothing is new. A final state stays, since a
 * slow job may report an earlier one; after an unknown one, a later attempt counts.
 */
export function storeEnds(change: Change, ends: ReadonlyMap<number, StepEnd>): Transition {
  const steps = mapNonEmpty(change.steps, (step, index) => {
    const end = step.ends && ends.get(index);
    const isOver = step.end !== undefined && overPhases.includes(step.end.phase);
    const isLater = step.end?.phase === 'unknown' && end !== undefined && end.since > step.end.since;
    return end &&
      (!isOver || isLater || overPhases.includes(end.phase)) &&
      JSON.stringify(end) !== JSON.stringify(step.end)
      ? { ...step, end }
      : step;
  });
  return {
    change: steps.some((step, index) => step !== change.steps[index]) ? { ...change, steps } : change,
  };
}

/** Adds a task to render the card. */
export const markCardDue = (change: Change): Transition => ({
  change: change.due?.includes('card') ? change : { ...change, due: [...(change.due ?? []), 'card'] },
});
