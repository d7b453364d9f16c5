import type { Answer } from '../../answer/answer.ts';
import { isOfRun } from '../model/ids.ts';
import { isOver, type Lease, type LeaseEnd, type LeasePhase, type LeaseTransition } from '../model/lease.ts';
import { withFailedEnd, withNews } from './news.ts';

/*
 * The transitions of a lease are pure: each makes a new lease, or says why it does not apply. This file has those of its end.
 */

const minute = 60_000;
/** Upper bound for the time between two attempts that the cloud API refused, in milliseconds. */
const maxPause = 15 * minute;

const overSentences: Readonly<Record<Exclude<LeasePhase, 'active'>, string>> = {
  ending: 'It is ending right now.',
  ended: 'It already ended.',
  left: 'Somebody changed it, so it no longer ends by itself.',
  unknown: 'Its end was already sent, and the outcome is unknown.',
};

/** Why nothing can be decided about a lease any more; undefined while it is active. */
export const whyOver = ({ phase }: Pick<Lease, 'phase'>): string | undefined =>
  phase === 'active' ? undefined : overSentences[phase];

/**
 * Begins the end, before its inverse is sent. Idempotent for the same job, which sends nothing before this is written. Refused
 * for a job of an earlier attempt.
 */
export function beginEnd(
  lease: Lease,
  { job, attempt }: { readonly job: string; readonly attempt: number },
  now: number,
): LeaseTransition {
  if (lease.phase === 'ending' && lease.job === job) return { lease };
  const refused = whyOver(lease);
  if (refused) return { refused };
  if (lease.attempt !== attempt) return { refused: 'Its end was moved.' };
  return { lease: { ...lease, phase: 'ending', since: now, job } };
}

/** What came of an attempt that certainly changed nothing. */
export interface FailedAttempt {
  readonly job: string;
  readonly attempt: number;
  readonly answer: Answer;
  readonly note?: string | undefined;
  /** True if the cloud API was not reached, so that the next sweep tries again; else the pauses grow. */
  readonly isPassing: boolean;
  /** Whether the audit log has that it started, and so has to get its end. */
  readonly isStarted: boolean;
}

/**
 * Goes back to active after an attempt that changed nothing, so that it is tried again. People are told once that the lease is
 * overdue.
 */
export function failAttempt(lease: Lease, failure: FailedAttempt, now: number): LeaseTransition {
  const { job, attempt, answer, note, isPassing, isStarted } = failure;
  if (isOver(lease)) return { refused: whyOver(lease) ?? '' };
  if (lease.attempt !== attempt) return { refused: 'Its end was moved.' };
  if (lease.job !== undefined && !isOfRun(job, lease.job)) return { refused: 'It is ending right now.' };
  const { job: _, ...rest } = lease;
  const end: LeaseEnd = { event: 'failed', answer, note, job };
  const retryAt = now + (isPassing ? 0 : Math.min(maxPause, 2 * minute * attempt));
  const active: Lease = { ...rest, phase: 'active', since: now, attempt: attempt + 1, retryAt, end };
  const told = lease.overdue ? active : withNews({ ...active, overdue: true }, 'overdue', now);
  return { lease: isStarted ? withFailedEnd(told, now) : told };
}

/** Marks an active lease overdue whose end was due for a while; refused if people were told. */
export function markOverdue(lease: Lease, now: number): LeaseTransition {
  if (lease.phase !== 'active' || lease.overdue) return { refused: 'It isn’t newly overdue.' };
  return { lease: withNews({ ...lease, overdue: true }, 'overdue', now) };
}

/**
 * A transition for what a run of a job found before it sent the end. Refused where that was begun since the lease was `read`: another
 * run of the job may send it.
 */
export const ifNotBegunSince =
  (read: Lease, transition: (lease: Lease) => LeaseTransition) =>
  (lease: Lease): LeaseTransition =>
    lease.phase === 'ending' && read.phase !== 'ending'
      ? { refused: overSentences.ending }
      : transition(lease);

/** Closes a lease. Idempotent for the same job; what another job found out first stays so. */
export function close(
  lease: Lease,
  phase: Exclude<LeasePhase, 'active' | 'ending'>,
  end: LeaseEnd,
  now: number,
): LeaseTransition {
  if (isOver(lease) && lease.end?.job === end.job) return { lease };
  const refused = isOver(lease) ? whyOver(lease) : undefined;
  if (refused) return { refused };
  // Only what was sent can have ended it, or have an unknown outcome.
  const isSent = lease.phase === 'ending';
  const mayClose = phase === 'left' ? !isSent || lease.job === end.job : isSent;
  if (!mayClose) return { refused: 'Its end was moved.' };
  return { lease: withNews({ ...lease, phase, since: now, end }, 'closed', now) };
}

/** Gives an end of which nothing was heard for too long its unknown outcome. `heardAt`: the last sign of it that counts. */
export function giveUp(lease: Lease, heardAt: number, end: LeaseEnd, now: number): LeaseTransition {
  if (lease.phase !== 'ending' || lease.since > heardAt) return { refused: 'It is ending right now.' };
  return close(lease, 'unknown', end, now);
}
