/*
 * The functions of Skydesk that tests run without AWS: the worker's for one message, and the sweeper's. Nothing else above the unit tests
 * imports them, so that they can change in one place.
 */

/** Re-exported: processes a message of the queue, with these ports. */
export { processJob, type WorkerDependencies } from '../../src/jobs/process-job.ts';
/** Re-exported: looks for what is due, and sends a job for each. */
export { sweep } from '../../src/lifecycle/reconcile/sweep.ts';
/** Re-exported: a message of the queue. */
export type { QueuedJob } from '../../src/queue/job.ts';
