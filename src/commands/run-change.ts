import { type Answer, failed } from '../answer/answer.ts';
import { removePreview } from '../approvals/confirmed-request.ts';
import { auditEntries, auditEntry, outcomeEntry } from '../audit-log/entries.ts';
import type { RequestedChange } from '../change/model/change.ts';
import { stepsOf } from '../change/model/step.ts';
import type { ChangeEvaluation } from '../changes/evaluate-change.ts';
import { type ExecuteDependencies, executeStep, StartNotLogged } from '../changes/execute-step.ts';
import { signed } from '../changes/signed.ts';
import type { Clock } from '../core/clock.ts';
import type { DecisionMade } from '../queue/job.ts';
import type { Delivery, Result } from '../queue/result.ts';
import { retryButtons } from './retry-buttons.ts';

const unlogged = 'Nothing was changed: the audit log is unavailable, and unlogged changes are blocked.';

const replace = (answer: Answer): Delivery => ({ kind: 'replace', answer });

/** A confirmed change that was not started; `why` is for the audit log. */
export const stopped = (
  change: RequestedChange,
  answer: Answer,
  why: string,
  deps: { readonly clock: Clock },
): Result => ({
  deliveries: [replace(answer)],
  entries: auditEntries('refused', change, deps, { note: why }),
});

/**
 * Runs a confirmed change of one step, which starts now. The job that confirmed it executes the step, so the idempotency record
 * of that job is the step's.
 */
export async function runChange(
  change: RequestedChange,
  { steps: [evaluated] }: ChangeEvaluation,
  job: DecisionMade,
  deps: ExecuteDependencies,
): Promise<Result> {
  const [changeStep] = stepsOf(change);
  const retry = (error: unknown): Answer =>
    retryButtons({ ...evaluated.prepared, line: changeStep.step.line }, error);
  try {
    const execution = await executeStep(changeStep, evaluated, job, deps);
    if (execution.kind === 'tracked') return { deliveries: [removePreview, execution.delivery] };
    const { outcome, error } = execution;
    const { kind, answer } = outcome;
    const entries = [outcomeEntry(changeStep, outcome, deps)];
    if (kind === 'done')
      return { deliveries: [removePreview, { kind: 'post', answer: signed(answer, change) }], entries };
    return { deliveries: [replace([...answer, ...(kind === 'failed' ? retry(error) : [])])], entries };
  } catch (error) {
    if (!(error instanceof StartNotLogged)) throw error;
    return {
      deliveries: [replace([failed(unlogged), ...retry(error)])],
      entries: [auditEntry('refused', changeStep, deps, { note: unlogged })],
    };
  }
}
