import type { Instant, Millis } from '../../core/clock.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import type { Approval } from '../model/approval.ts';
import {
  type Change,
  type Closing,
  isDiscarded,
  type Judgement,
  type RequestedChange,
} from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { expiresWithEnd } from '../model/deadlines.ts';
import type { Reversal } from '../model/reversal.ts';
import { previewLifetime } from '../model/time-limits.ts';
import type { Refusal } from '../words/refusal.ts';
import { closeRequest } from './status.ts';

/*
 * The first version of each change: somebody previews it, confirms it or requests its approval, or Skydesk makes it to undo another one.
 */

/** Who judged a change, and how. `job`: the id of the job that stores it. */
interface Begun {
  readonly job: string;
  readonly judgement: Judgement;
}

const begun = (change: RequestedChange, { job, judgement }: Begun, now: Instant) => ({
  ...change,
  job,
  judgement,
  created: now,
  since: now,
  messages: [],
});

/** Returns a change that waits for the click of its requester. `isUnlogged`: the audit log gets nothing of it before that. */
export const previewed = (
  change: RequestedChange,
  { judgement, isUnlogged }: Pick<Begun, 'judgement'> & { readonly isUnlogged: boolean },
  now: Instant,
): Change => ({
  ...begun(change, { job: change.id, judgement }, now),
  status: 'previewed',
  expires: expiresWithEnd(change, now + previewLifetime),
  ...(isUnlogged && { isUnlogged }),
});

/**
 * Returns a confirmed change that needs no approval. `number`: if people have to refer to it, since it waits, runs in steps or ends by itself.
 * The click that runs it claims its step in the same write (`claim`).
 */
export const approved = (
  change: RequestedChange & Pick<Change, 'expires'>,
  { number, ...by }: Begun & Pick<Change, 'number'>,
  now: Instant,
): Change => ({
  ...begun(change, by, now),
  ...(number !== undefined && { number }),
  expires: change.expires,
  status: 'approved',
});

/** Returns a request for approval, which waits for votes for at most `waits`. It reminds its approvers at half of the time at the latest. */
export function requested(
  change: RequestedChange,
  {
    number,
    approval,
    waits,
    remindsAfter,
    ...by
  }: Begun & {
    readonly number: number;
    readonly approval: Omit<Approval, 'remindAt' | 'reminded'>;
    readonly waits: Millis;
    readonly remindsAfter: Millis;
  },
  now: Instant,
): Change {
  const expires = expiresWithEnd(change, now + waits);
  const remindAt = Math.min(now + remindsAfter, Math.floor((now + expires) / 2));
  return {
    ...begun(change, by, now),
    number,
    approval: { ...approval, remindAt, reminded: false },
    expires,
    status: 'open',
  };
}

/** Requests a change again whose card Slack had refused, under its number. What else is stored under its id stays. */
export const requestAgain = (current: Change, fresh: Change): Transition => ({
  change: isDiscarded(current) ? { ...fresh, number: current.number } : current,
});

/**
 * Returns a change that is refused at its confirmation. It is stored as closed, so no other run of the click's job makes it. The
 * offers of earlier steps that the job used become available again.
 */
export function refused(
  preview: Change,
  { job, note, answer }: { readonly job: string } & Refusal,
  now: Instant,
): Change {
  const steps = mapNonEmpty(preview.steps, ({ undoes, retries, ...step }) => ({
    ...step,
    ...(undoes && { undoes: { ...undoes, usedBy: job } }),
    ...(retries && { retries: { ...retries, usedBy: job } }),
  }));
  const change: Change = { ...preview, steps, job, created: now };
  const closing: Closing = { event: 'refused', person: change.requester, job, note, answer };
  return closeRequest(change, 'refused', closing, now).change;
}

/** Returns an end or a rollback, with the requester and the channel of the change that it undoes. */
export function reversalFrom(
  { requester, through, team, replyTo }: Pick<Change, 'requester' | 'through' | 'team' | 'replyTo'>,
  facts: Pick<Reversal, 'id' | 'job' | 'steps' | 'reversal' | 'expires'>,
  now: Instant,
): Reversal {
  const { responseUrl: _, ...target } = replyTo;
  return {
    ...facts,
    requester,
    ...(through && { through }),
    team,
    replyTo: target,
    created: now,
    status: 'approved',
    since: now,
    messages: [],
  };
}
