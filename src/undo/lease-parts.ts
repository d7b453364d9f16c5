import { type Answer, context, type Inline, person, time } from '../answer/answer.ts';
import { isOver, type Lease } from '../change/model/lease.ts';
import { endNowButton, extendButton, leaseOf } from '../change/words/lease-buttons.ts';
import { buttonsIn, withButtons, without } from './undo-button.ts';

/** The word that begins the small print about the end of a lease, which is followed by nothing. */
const mark = 'Ends ';

const day = 24 * 60 * 60_000;

/** A time as a clock shows it; with its day if it is more than some hours from `now`. Both in milliseconds since 1970. */
export const clockTime = (at: number, now: number): Inline =>
  time(new Date(at), Math.abs(at - now) < day / 2 ? 'clock' : 'minute');

/** When a lease ends, in small print; nothing for one without an end. */
export const endsText = ({ endsAt }: Pick<Lease, 'endsAt'>, now: number): readonly Inline[] =>
  endsAt === undefined ? [] : [mark, clockTime(endsAt, now)];

/** The result of a step that ends by itself: when, with *Extend…* and *End Now* in place of *Undo*. */
export const withLease = (answer: Answer, lease: Lease, now: number): Answer => [
  ...withButtons(answer, extendButton(lease), endNowButton(lease)),
  ...(lease.endsAt === undefined ? [] : [context(...endsText(lease, now))]),
];

/** The ids of the leases whose buttons an answer has. */
export const leasesShownIn = (answer: Answer): readonly string[] => [
  ...new Set(buttonsIn(answer).flatMap(({ action }) => leaseOf(action) ?? [])),
];

/** A message that shows a lease, as the lease is now: `shown` is what the message showed at first. */
export function redrawn(shown: Answer, lease: Lease, now: number): Answer {
  const isGone = isOver(lease) || lease.phase === 'ending';
  const isOn = (action: Parameters<typeof leaseOf>[0]): boolean => isGone && leaseOf(action) === lease.id;
  const bare = without(shown, isOn, mark);
  const last = bare.at(-1);
  const state = stateText(lease, now);
  if (state.length === 0) return bare;
  if (last?.kind !== 'context') return [...bare, context(...state)];
  return [...bare.slice(0, -1), context(...[last.text].flat(), ' · ', ...state)];
}

/** How a lease stands, in a few words. */
export function stateText(lease: Lease, now: number): readonly Inline[] {
  const { phase, since, endsAt, overdue, endedBy } = lease;
  switch (phase) {
    case 'active':
      if (!overdue) return endsText(lease, now);
      return endsAt === undefined ? ['⚠️ Overdue'] : ['⚠️ Overdue since ', clockTime(endsAt, now)];
    case 'ending':
      return ['Ending…'];
    case 'ended':
      return ['Ended ', clockTime(since, now), ...(endedBy ? [' by ', person(endedBy)] : [])];
    case 'left':
      return ['⚠️ Not ended: somebody changed it'];
    case 'unknown':
      return ['⚠️ Outcome of its end unknown'];
  }
}
