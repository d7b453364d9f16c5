import { randomUUID } from 'node:crypto';
import { errorName, UserError } from '../../answer/user-error.ts';
import type { AuditLogDependencies } from '../../audit-log/append-entries.ts';
import { type DecidingDependencies, reason, startedEntry } from '../../audit-log/entries.ts';
import type { Completion } from '../../change/model/change.ts';
import { type ChangeStep, loggedAs, type StepOutcome, startedAs } from '../../change/model/step.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import type { Instant } from '../../core/clock.ts';
import { explain } from '../../evaluate/describe-error.ts';
import type { DoneResult, JobRef, ResolvedCommand } from '../../operation/operation.ts';
import type { Result } from '../../queue/result.ts';
import { durationOf } from '../../time/timing.ts';
import type { HowUndone } from './how-undone.ts';

/** Dependencies for running a step, which is logged first. */
export interface RunDependencies extends AuditLogDependencies, DecidingDependencies {}

/** The start of a step could not be logged, so nothing was sent to the cloud API. */
export class StartNotLogged extends Error {
  override readonly name = 'StartNotLogged';
}

/** A request may have been sent to the cloud API, and its outcome is not stored. It must not be sent again. */
export class OutcomeNotStored extends Error {
  override readonly name = 'OutcomeNotStored';
}

/** A step that may run now. `Came`: what comes of it, which `runStep` passes on. */
export interface Run<Came = Result> {
  readonly changeStep: ChangeStep;
  readonly resolved: ResolvedCommand;
  /** The reason, for the audit log, and the person who ended it early. */
  readonly because?: string | undefined;
  readonly by?: string | undefined;
  /** Claims the step. Resolves to a result if nothing is left to run: it is over, was moved, or belongs to another job. */
  claim(): Promise<Came | undefined>;
  /** Resolves to how the completed step is undone, and to what it closed. Never rejects. */
  undoOf(done: DoneResult): Promise<HowUndone & Pick<Completion, 'closes'>>;
  /** Returns the result for a step that the cloud API runs in the background. */
  track(jobRef: JobRef): Promise<Came>;
  /** Stores the outcome of the step. `error` is the cause of a failure. */
  complete(completion: Completion, error?: unknown): Promise<Came>;
}

/**
 * Runs a step at most once: only the run of a job that claimed it and logged `started` sends it (`recover`). Rejects with
 * `StartNotLogged` if nothing was sent, and with `OutcomeNotStored` if that is unknown.
 */
export async function runStep<Came>(run: Run<Came>, job: string, deps: RunDependencies): Promise<Came> {
  const { changeStep, resolved } = run;
  const nothingToRun = await run.claim();
  if (nothingToRun) return nothingToRun;
  await start(run, job, deps);
  const passed = failIfTooLate(changeStep, job, deps.clock());
  if (passed) return run.complete(passed);
  logSent(changeStep, deps);
  let completion: Completion;
  let error: unknown;
  try {
    const made = await resolved.run();
    if ('jobRef' in made) return await run.track(made.jobRef);
    const { answer, results } = made;
    completion = { kind: 'done', answer, ...(await run.undoOf(made)), job, ...(results && { results }) };
  } catch (thrown) {
    deps.log('change failed', { operation: changeStep.step.operation, error: errorName(thrown) });
    error = thrown;
    completion = failureOf(thrown, resolved, job);
  }
  try {
    return await run.complete(completion, error);
  } catch {
    throw new OutcomeNotStored(job);
  }
}

/**
 * Prevents other runs of a job from sending a step that this run closes: an earlier run may have claimed it and be slow rather
 * than dead. Rejects like `runStep`: if another run has logged the start, it may have sent the step.
 */
export async function withhold(changeStep: ChangeStep, job: string, deps: RunDependencies): Promise<void> {
  if (changeStep.step.claimed) await start({ changeStep, because: 'It isn’t sent.' }, job, deps);
}

/** Logs the start of a step on behalf of this run of the job. If another run has logged it, that run may have sent the step. */
async function start(
  { changeStep, because, by }: Pick<Run, 'changeStep' | 'because' | 'by'>,
  job: string,
  deps: RunDependencies,
): Promise<void> {
  const entry = startedEntry(changeStep, deps, {
    ...(because !== undefined && { note: because }),
    ...(by !== undefined && { person: by }),
  });
  const holder = randomUUID();
  const append = () => deps.auditLog.append(entry, startedAs(changeStep.step, job), holder);
  let isMine: boolean;
  try {
    // The response to the first write may have been lost.
    isMine = await append().catch(append);
  } catch (error) {
    deps.log('not recorded', { entries: 1, error: errorName(error) });
    throw new StartNotLogged(job);
  }
  if (!isMine) throw new OutcomeNotStored(job);
}

/**
 * Logs that a step is sent now, and its end. The function's log survives a restore of the table: it then lists what the table
 * lacks (scripts/after-restore.ts).
 */
function logSent(changeStep: ChangeStep, { log, clock }: RunDependencies): void {
  const { account, operation } = changeStep.step;
  const now = clock();
  const durationMs = durationOf(changeStep.step, now);
  log('started', {
    entry: 'started',
    account,
    request: loggedAs(changeStep),
    operation,
    ...(durationMs !== undefined && { ends: new Date(now + durationMs).toISOString() }),
  });
}

/** Fails a step whose end passed before its start; undefined for all others. */
function failIfTooLate({ step: { ends } }: ChangeStep, job: string, now: Instant): StepOutcome | undefined {
  if (!ends || 'after' in ends || now < ends.at) return undefined;
  return { kind: 'failed', ...whyNotRun.endPassed(), job };
}

/** Returns the outcome after an error. A step has failed only if it certainly changed nothing; all other outcomes are unknown. */
function failureOf(error: unknown, { statusCommand }: ResolvedCommand, job: string): StepOutcome {
  const known = error instanceof CloudApiError || error instanceof UserError;
  const isUnknown = !(known && error.changed === 'nothing');
  return {
    kind: isUnknown ? 'unknown' : 'failed',
    answer: explain(error, { started: true, statusCommand }),
    note: reason(error),
    ...(isUnknown && { statusCommand }),
    job,
  };
}
