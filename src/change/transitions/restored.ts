import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import { sweepJob } from './claiming-job.ts';
import { completeSteps } from './running.ts';
import { closeRequest } from './status.ts';

/*
 * A restored table lacks everything after the restored time. A request that it shows as open or approved may have been applied
 * since, so it does not run again; nor do the steps of one that it shows as running.
 */

/** Returns the outcome of a step that a restored table shows as not applied. */
export const restoredOutcome = (job: string) =>
  ({ kind: 'unknown', ...whyNotRun.tableRestored(), job }) as const;

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
  const { answer, note: why } = whyNotRun.tableRestored();
  const closing = { event: 'unknown', person, job, note: whyNotRun.outdatedBy([why]).note, answer } as const;
  return closeRequest(change, 'outdated', closing, now);
}
