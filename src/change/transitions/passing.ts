import type { Instant } from '../../core/clock.ts';
import type { Change, Completion } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isReversal } from '../model/reversal.ts';
import { sweepJob } from './claiming-job.ts';
import { expire } from './expire.ts';
import { closeRestored, completeRestored } from './restored.ts';
import { giveNotice, markOverdue } from './reversal-notification.ts';
import { completeAbandoned, markOutdated } from './running.ts';

/** What the passing of time depends on that a change does not store. */
export interface Circumstances {
  /** Whether the table was restored to a time after the request was made. */
  readonly isRestored: boolean;
  /** The positions of claimed steps that were certainly not sent, so they are not lost. */
  readonly unsent: ReadonlySet<number>;
  /** Why an open request has nothing left to do; undefined if it has. */
  readonly nothingLeft?: Omit<Parameters<typeof markOutdated>[2], 'job'> | undefined;
  /** Returns the answer for a step of unknown outcome, by its index. */
  readonly unknown: (index: number) => Pick<Completion, 'answer' | 'note'>;
}

/**
 * What time makes of a change without anybody: its step is lost, it has expired, has nothing left to do or comes from before a restore, its
 * end comes soon or is overdue. Returns `change` itself if its time has not come.
 */
export function pass(
  change: Change,
  { isRestored, unsent, nothingLeft, unknown }: Circumstances,
  now: Instant,
): Change {
  const moves: readonly ((current: Change) => Transition)[] = [
    (current) => (isRestored ? closeAsRestored(current, now) : { change: current }),
    (current) =>
      current.status === 'running' || isReversal(current)
        ? completeAbandoned(current, unknown, now, unsent)
        : { change: current },
    (current) => expire(current, now),
    (current) =>
      nothingLeft
        ? markOutdated(current, 'open', { job: sweepJob, ...nothingLeft }, now)
        : { change: current },
    (current) => giveNotice(current, now),
    (current) => markOverdue(current, now),
  ];
  return moves.reduce((current, move) => {
    const moved = move(current);
    return 'refused' in moved ? current : moved.change;
  }, change);
}

const closeAsRestored = (change: Change, now: Instant): Transition =>
  change.status === 'running' ? completeRestored(change, now) : closeRestored(change, sweepJob, now);
