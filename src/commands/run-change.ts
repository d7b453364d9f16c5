import { auditEntries, auditEntry } from '../audit-log/entries.ts';
import { type ChangeEvaluation, plannedStep } from '../changes/evaluate-change.ts';
import { type ExecuteDependencies, type Execution, executeStep, NotLogged } from '../changes/execute-step.ts';
import { askedBy } from '../changes/start-tracking.ts';
import { type Answer, done, failed, line, note } from '../core/answer.ts';
import { type AuditEntry, endEvents } from '../core/audit-log.ts';
import type { Change, ChangeStep } from '../core/change.ts';
import type { Clock } from '../core/clock.ts';
import type { EvaluatedStep } from '../requests/evaluate-in.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Delivery, Result } from '../requests/result.ts';
import { retryButtons } from './retry-buttons.ts';

const unrecorded = 'Nothing was changed: the audit log is unavailable, and unlogged changes are blocked.';

const replace = (answer: Answer): Delivery => ({ kind: 'replace', answer });

/** A confirmed change that was not started; `why` is for the audit log. */
export const stopped = (
  change: Change,
  answer: Answer,
  why: string,
  deps: { readonly clock: Clock },
): Result => ({
  deliveries: [replace(answer)],
  entries: auditEntries('refused', change, deps, { note: why }),
});

/**
 * Runs a confirmed change. The job that confirmed it executes its steps in order, so the idempotency record of that job is
 * theirs. After a step that failed or whose outcome is unknown, none is started.
 */
export async function runChange(
  { id, requester }: Change,
  { steps }: ChangeEvaluation,
  job: DecisionMade,
  deps: ExecuteDependencies,
): Promise<Result> {
  const deliveries: Delivery[] = [];
  const entries: AuditEntry[] = [];
  for (const [index, evaluated] of steps.entries()) {
    const changeStep: ChangeStep = { change: id, index, requester, step: plannedStep(evaluated) };
    const { result, goOn } = await runStep(changeStep, evaluated, job, deps);
    deliveries.push(...result.deliveries);
    entries.push(...(result.entries ?? []));
    if (!goOn) break;
  }
  return { deliveries, entries };
}

interface StepResult {
  readonly result: Result;
  /** Whether the next step may start. */
  readonly goOn: boolean;
}

async function runStep(
  changeStep: ChangeStep,
  evaluated: EvaluatedStep,
  job: DecisionMade,
  deps: ExecuteDependencies,
): Promise<StepResult> {
  try {
    const execution = await executeStep(changeStep, evaluated.plan, job, deps);
    return tell(execution, changeStep, evaluated, deps);
  } catch (error) {
    if (!(error instanceof NotLogged)) throw error;
    const later = note('Try again in a minute: ', line(changeStep.step.line));
    return {
      result: {
        deliveries: [replace([failed(unrecorded), later])],
        entries: [auditEntry('refused', changeStep, deps, { note: unrecorded })],
      },
      goOn: false,
    };
  }
}

/** Tells what came of a step: for all to see if it was made, else its requester alone. */
function tell(
  execution: Execution,
  changeStep: ChangeStep,
  { prepared }: EvaluatedStep,
  deps: ExecuteDependencies,
): StepResult {
  const { requester, step } = changeStep;
  const confirmed = replace([done(`Confirmed: ${step.title}.`)]);
  if (execution.kind === 'tracked')
    return { result: { deliveries: [confirmed, execution.delivery] }, goOn: true };
  const { outcome, error } = execution;
  const { kind, answer, note: why } = outcome;
  const entries = [auditEntry(endEvents[kind], changeStep, deps, why === undefined ? {} : { note: why })];
  if (kind === 'done') {
    const post: Delivery = { kind: 'post', answer: [...answer, askedBy({ requester, steps: [step] })] };
    return { result: { deliveries: [confirmed, post], entries }, goOn: true };
  }
  const retry = kind === 'failed' ? retryButtons(prepared, error) : [];
  return { result: { deliveries: [replace([...answer, ...retry])], entries }, goOn: false };
}
