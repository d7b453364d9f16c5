import { orLogged } from '../answer/or-logged.ts';
import { EntriesNotLogged } from '../audit-log/append-entries.ts';
import type { VersionedTable } from '../change/model/newer-table.ts';
import { validated } from '../commands/handle-command.ts';
import type { Millis } from '../core/clock.ts';
import { type DeliveryAttempt, NotDue } from '../core/unavailable.ts';
import { ApprovalNotLogged } from '../lifecycle/run/execute.ts';
import { OutcomeNotStored, StartNotLogged } from '../lifecycle/run/run-step.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Job, QueuedJob } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import { type DeliveryDependencies, deliver } from './deliver.ts';
import { type DueJobDependencies, dueJob } from './due-job.ts';
import { handleJob } from './handle-job.ts';
import { isOver, JobLocked, notifyFailure, notifyNewerTable, notifyUnlogged } from './job-failure.ts';
import { aboutOf, jobOutcome } from './job-outcome.ts';
import { type HandlerDependencies, isDueJob, kindOf } from './kinds.ts';
import { pollAgain } from './poll-again.ts';
import { putBack } from './put-back.ts';
import { type NoticeDependencies, withSlowNotice } from './slow-notice.ts';
import { StoredBy } from './stored-by.ts';

/** All dependencies of the worker. Only `processJob` gets all of them. */
export type WorkerDependencies = HandlerDependencies &
  DueJobDependencies &
  NoticeDependencies &
  VersionedTable &
  DeliveryDependencies & { readonly idempotency: IdempotencyStore<Result> };

/**
 * Claims a job, processes it at most once, and delivers its result at least once. `claimFor` is the time for which this worker can
 * hold it. Rejects if the job has to be redelivered; after a rate limit of Slack, or while what a person decided can't be finished, it is
 * queued again instead. A step that still can't run at its last delivery is not a dead letter, since the sweeper sends it again.
 */
export async function processJob(
  job: QueuedJob,
  claimFor: Millis,
  deps: WorkerDependencies,
  delivery: DeliveryAttempt = { received: 1, isLast: false },
): Promise<void> {
  const attempt = { ...delivery, received: delivery.received + (job.putBack ?? 0) };
  await handle(job, claimFor, deps, attempt).catch(async (error: unknown) => {
    if (!(await putBack(job, error, attempt, deps)) && !(await pollAgain(job, attempt, deps))) throw error;
  });
}

async function handle(
  job: QueuedJob,
  claimFor: Millis,
  deps: WorkerDependencies,
  delivery: DeliveryAttempt,
): Promise<void> {
  if (await deps.isNewerTable?.()) return notifyNewerTable(job, deps);
  if (isDueJob(job)) return dueJob(job, claimFor, deps);
  await attempted(job, claimFor, deps, delivery);
}

async function attempted(
  job: Job,
  claimFor: Millis,
  deps: WorkerDependencies,
  delivery: DeliveryAttempt,
): Promise<void> {
  const started = deps.clock();
  const stored = new StoredBy(delivery.received > 1);
  const outcome = await outcomeFor(job, claimFor, deps, delivery, stored).catch(async (error: unknown) => {
    if (isLeftToSweeper(job, error, delivery, stored)) return undefined;
    const { isAwaited, onError } = kindOf(job);
    const isDone = isAwaited && onError !== 'reject' && isOver(error, stored);
    await notifyFailure(job, isDone ? { ...delivery, isLast: true } : delivery, error, stored, deps);
    if (!isDone) throw error;
    await orLogged(markAnswered(job, claimFor, deps), deps.log, 'job not settled', { kind: job.kind });
    return undefined;
  });
  if (!outcome) return;
  const { result, late } = outcome;
  await deliverOrRelease(job, result, deps).catch(async (error: unknown) => {
    if (error instanceof EntriesNotLogged) await notifyUnlogged(job, result, delivery, deps);
    throw error;
  });
  deps.log('job done', {
    kind: job.kind,
    operation: aboutOf(job, result),
    outcome: jobOutcome(job, result),
    late,
    ...(!late && { ms: deps.clock() - started }),
  });
}

/** Stores that a refused job was answered, so that another copy of its message is not. Rejects if that is refused, too. */
async function markAnswered(job: Job, claimFor: Millis, { idempotency }: WorkerDependencies): Promise<void> {
  const { state } = await idempotency.claim(job.id, claimFor);
  if (state === 'claimed' || state === 'abandoned') await idempotency.markDelivered(job.id);
}

/**
 * Returns whether the sweeper sends the execution of a step again, so that it need not be a dead letter: it can't run yet, the audit
 * log is away, or Slack or AWS refuses it until an administrator helps.
 */
const isLeftToSweeper = (job: Job, error: unknown, { isLast }: DeliveryAttempt, stored: StoredBy): boolean =>
  (error instanceof NotDue && isLast) ||
  (job.kind === 'execute' && ((isUnlogged(error) && isLast) || isOver(error, stored)));

const isUnlogged = (error: unknown): boolean =>
  error instanceof StartNotLogged || error instanceof ApprovalNotLogged;

/** Resolves to the result of a job, `late` if an earlier delivery processed it; undefined if its result is delivered already. */
async function outcomeFor(
  job: Job,
  claimFor: Millis,
  deps: WorkerDependencies,
  delivery: DeliveryAttempt,
  stored: StoredBy,
): Promise<{ readonly result: Result; readonly late: boolean } | undefined> {
  const claim = await deps.idempotency.claim(job.id, claimFor);
  if (claim.state === 'delivered') return undefined;
  if (claim.state === 'running') throw new JobLocked(job.id);
  if (claim.state === 'finished') return { result: claim.outcome, late: true };
  // Until something may have been sent to the cloud API, the next delivery can start from the beginning.
  let sent = claim.state === 'abandoned';
  stored.begin(sent);
  const witnessed = { ...deps, changes: stored.witness(deps.changes) };
  try {
    // A sentence is read first, and becomes a read or a preview: it sends no step.
    const mayHaveSent = sent && job.kind !== 'sentence';
    const known = mayHaveSent ? await kindOf(job).recover?.(validated(job), deps) : undefined;
    const result =
      known ?? (await withSlowNotice(job, delivery, () => handleJob(job, witnessed, delivery, stored), deps));
    sent = true;
    if (!result.isRepeatable) await deps.idempotency.saveOutcome(job.id, result);
    return { result, late: false };
  } catch (error) {
    await releaseJob(job, sent || stored.hasStored || error instanceof OutcomeNotStored, deps);
    throw error;
  }
}

/**
 * Leaves a job to its next delivery, which starts from the beginning unless a change may have been stored, or something `sent` to
 * the cloud API.
 */
async function releaseJob(
  job: Job,
  sent: boolean,
  { idempotency, log }: Pick<WorkerDependencies, 'idempotency' | 'log'>,
): Promise<void> {
  const passing = sent ? idempotency.release(job.id) : idempotency.unclaim(job.id);
  await orLogged(passing, log, 'job not unclaimed', { kind: job.kind });
}

/** Delivers a result. Releases the claim after a failure, so that the next delivery can retry at once. */
async function deliverOrRelease(job: Job, result: Result, deps: WorkerDependencies): Promise<void> {
  try {
    await deliver(job, result, deps);
  } catch (error) {
    await releaseJob(job, true, deps);
    throw error;
  }
}
