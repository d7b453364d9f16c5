import { note, warning } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { sweepJob } from './claiming-job.ts';
import { completeSteps } from './running.ts';
import { closeRequest } from './status.ts';

/*
 * A restored table lacks everything after the restored time. A request that it shows as open or approved may have been applied
 * since, so it does not run again; nor do the steps of one that it shows as running.
 */

const restored = 'Skydesk’s table was restored to an earlier time, so this may have been applied since then.';

/** Returns the outcome of a step that a restored table shows as not applied. */
export const restoredOutcome = (job: string) =>
  ({
    kind: 'unknown',
    answer: [warning(restored), note('Check that first. If it wasn’t applied, request it again.')],
    note: restored,
    job,
  }) as const;

/**
 * Completes the steps of a restored request that is running as unknown, the last first, so that none counts as not started. A background job
 * of the cloud API that the table knows still says how it ended.
 */
export function completeRestored(change: Change, now: Instant): Transition {
  const lost = change.steps.flatMap(({ outcome, claimed }, index) =>
    outcome || claimed?.accepted ? [] : [[index, restoredOutcome(sweepJob)] as const],
  );
  return completeSteps(change, lost.toReversed(), now);
}

/** Closes a restored request without started steps. */
export function closeRestored(change: Change, job: string, now: Instant): Transition {
  const { status, requester: person } = change;
  if (status !== 'open' && status !== 'approved') return { refused: 'It isn’t open or approved.' };
  const { answer, note: why } = restoredOutcome(job);
  const closing = { event: 'unknown', person, job, note: `Outdated: ${why}`, answer } as const;
  return closeRequest(change, 'outdated', closing, now);
}
