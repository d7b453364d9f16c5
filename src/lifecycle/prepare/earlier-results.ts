import { UserError } from '../../answer/user-error.ts';
import { keptResultIn } from '../../change/model/outcomes.ts';
import type { Step } from '../../change/model/step.ts';
import { writeStepReference } from '../../core/step-reference.ts';
import type { Prepared } from '../../operation/operation.ts';
import { referencesOf, withResults } from '../../operation/step-results.ts';
import type { Context } from '../../operations/context/context.ts';

/**
 * Replaces the references of a step by the results of earlier steps; returns undefined if it has no references. Throws a
 * `UserError` if a result is missing or is not a valid argument.
 */
export function withEarlierResults(
  { operation, raw }: Prepared<Context>,
  steps: readonly Pick<Step, 'outcome' | 'undoneBy' | 'end'>[],
): Prepared<Context> | undefined {
  if (referencesOf(operation, raw).length === 0) return undefined;
  const prepared = operation.prepare(
    withResults(operation, raw, (reference) => {
      const value = keptResultIn(steps, reference);
      if (value === undefined)
        throw new UserError(`Step ${reference.step} didn’t give ${writeStepReference(reference)}.`, {
          next: 'Request this step again, with the value itself.',
        });
      return value;
    }),
  );
  if ('problems' in prepared) {
    const [{ field = '', message } = { message: '' }] = prepared.problems;
    throw new UserError(`What an earlier step gave doesn’t fit: ${field} ${message}.`, {
      next: 'Request this step again, with another value.',
    });
  }
  return prepared;
}

/** Returns the ids of the firewall policies that earlier steps change or create; later steps are compared without them. */
export const changedByEarlier = (steps: readonly Pick<Step, 'targets' | 'outcome'>[]): ReadonlySet<string> =>
  new Set(
    steps.flatMap(({ targets, outcome }) => [
      ...targets.flatMap((target) => target.split('/').slice(2)),
      ...Object.values(outcome?.results ?? {}),
    ]),
  );
