import { auditEntries, auditEntry } from '../audit-log/entries.ts';
import type { ChangeEvaluation } from '../changes/evaluate-change.ts';
import { type ExecuteDependencies, executeStep, StartNotLogged } from '../changes/execute-step.ts';
import { signed } from '../changes/signed.ts';
import { type Answer, context, failed } from '../core/answer.ts';
import { type AuditEntry, endEvents } from '../core/audit-log.ts';
import { type Change, type ChangeStep, stepsOf } from '../core/change.ts';
import type { Clock } from '../core/clock.ts';
import type { EvaluatedStep } from '../requests/evaluate-in.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Delivery, Result } from '../requests/result.ts';
import { retryButtons } from './retry-buttons.ts';

const unlogged = 'Nothing was changed: the audit log is unavailable, and unlogged changes are blocked.';

const replace = (answer: Answer): Delivery => ({ kind: 'replace', answer });

/** Deletes the preview of a change that was made: its result is posted. */
const removePreview: Delivery = {
  kind: 'remove',
  answer: [context('Confirmed. The preview above is out of date.')],
};

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
  change: Change,
  { steps }: ChangeEvaluation,
  job: DecisionMade,
  deps: ExecuteDependencies,
): Promise<Result> {
  const posts: Delivery[] = [];
  const entries: AuditEntry[] = [];
  const changeSteps = stepsOf(change);
  for (const [index, evaluated] of steps.entries()) {
    const changeStep = changeSteps[index];
    if (!changeStep) break;
    const result = await runStep(changeStep, evaluated, job, change, deps);
    entries.push(...result.entries);
    if ('stop' in result) {
      const stop: Delivery =
        posts.length === 0 ? replace(result.stop) : { kind: 'ephemeral', answer: result.stop };
      return { deliveries: [...removal(posts), ...posts, stop], entries };
    }
    posts.push(result.post);
  }
  return { deliveries: [...removal(posts), ...posts], entries };
}

const removal = (posts: readonly Delivery[]): Delivery[] => (posts.length > 0 ? [removePreview] : []);

/** A step that was made or is tracked has a post for all to see. After `stop`, which its requester is told, no step may start. */
type StepResult = { readonly entries: readonly AuditEntry[] } & (
  | { readonly post: Delivery }
  | { readonly stop: Answer }
);

async function runStep(
  changeStep: ChangeStep,
  evaluated: EvaluatedStep,
  job: DecisionMade,
  change: Change,
  deps: ExecuteDependencies,
): Promise<StepResult> {
  const retry = (error: unknown): Answer =>
    retryButtons({ ...evaluated.prepared, line: changeStep.step.line }, error);
  try {
    const execution = await executeStep(changeStep, evaluated, job, deps);
    if (execution.kind === 'tracked') return { post: execution.delivery, entries: [] };
    const { outcome, error } = execution;
    const { kind, answer, note: why } = outcome;
    const entries = [auditEntry(endEvents[kind], changeStep, deps, why === undefined ? {} : { note: why })];
    if (kind === 'done')
      return {
        post: { kind: 'post', answer: signed(answer, { ...change, steps: [changeStep.step] }) },
        entries,
      };
    return { stop: [...answer, ...(kind === 'failed' ? retry(error) : [])], entries };
  } catch (error) {
    if (!(error instanceof StartNotLogged)) throw error;
    return {
      stop: [failed(unlogged), ...retry(error)],
      entries: [auditEntry('refused', changeStep, deps, { note: unlogged })],
    };
  }
}
