import { UserError } from '../../answer/user-error.ts';
import { type Change, requestName } from '../../change/model/change.ts';
import { endId, stepId, stepOfId } from '../../change/model/ids.ts';
import { keptResultIn } from '../../change/model/outcomes.ts';
import type { KeptResult, Step } from '../../change/model/step.ts';
import { ifFound } from '../../cloud/model/cloud-error.ts';
import { type ContextDependencies, contextFor } from '../../evaluate/build-context.ts';
import { readers } from '../../evaluate/read-snapshot.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import { referencesOf } from '../../operation/step-results.ts';
import { operationById } from '../../operations/index.ts';

/** Returns the results of the earlier steps of a change that a step refers to, as far as they still exist. */
export function resultsUsed(
  { operation: id, raw }: Pick<Step, 'operation' | 'raw'>,
  { id: change, steps }: Pick<Change, 'id' | 'steps'>,
): readonly KeptResult[] {
  const operation = operationById(id);
  return (operation ? referencesOf(operation, raw) : []).flatMap((reference) => {
    const value = keptResultIn(steps, reference);
    const step = stepId(change, reference.step - 1);
    return value === undefined ? [] : [{ step, result: reference.result, value }];
  });
}

/**
 * Rejects with a `UserError` if a result that a step uses no longer exists: its step was undone or has ended, or somebody removed
 * the resource. The cloud API gives out a removed public IP again.
 */
export async function requireResults(
  kept: readonly KeptResult[],
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<void> {
  for (const { step: id, result, value } of kept) {
    const { change: of, index } = stepOfId(id);
    const change = await deps.changes.get(of);
    const step = change?.steps[index];
    const isKept = change && keptResultIn(change.steps, { step: index + 1, result }) === value;
    if (!step || !isKept || !(await isThere(id, step, replyTo, deps)))
      throw new UserError(
        `${value} isn’t the ${result} of step ${index + 1}${change ? ` of ${requestName(change)}` : ''} any more.`,
        { next: 'Request what needs it again, with another value.' },
      );
  }
}

/** Resolves to whether what a step created exists; true if the step doesn’t say what that is. */
export async function isThere(
  id: string,
  { account, outcome }: Step,
  replyTo: ReplyTarget,
  deps: ContextDependencies,
): Promise<boolean> {
  const subject = outcome?.undo?.subject ?? (await deps.changes.get(endId(id)))?.steps[0].undoes?.subject;
  const reader = subject && readers.get(subject.kind);
  if (!reader) return true;
  return (await ifFound(reader.read(subject, await contextFor(account, replyTo, deps)))) !== undefined;
}
