import type { Step } from '../../change/model/step.ts';
import { type Preparation, prepareRequest } from '../../command-line/prepare-request.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';

type StoredStep = Pick<Step, 'operation' | 'raw' | 'after'>;

/** All steps of a change, or the first one that is invalid. */
export type ChangePreparation =
  | { readonly kind: 'prepared'; readonly prepared: NonEmpty<Prepared<Context>> }
  | Exclude<Preparation, { kind: 'prepared' }>;

/** Validates the steps of a stored change, which another version may have stored. No I/O. */
export function prepareChange([first, ...rest]: NonEmpty<StoredStep>): ChangePreparation {
  const preparation = prepareRequest(first);
  if (preparation.kind !== 'prepared') return preparation;
  const prepared: [Prepared<Context>, ...Prepared<Context>[]] = [preparation.prepared];
  for (const step of rest) {
    const refersTo = step.after === undefined ? undefined : prepared.map(({ operation }) => operation);
    const next = prepareRequest(step, refersTo);
    if (next.kind !== 'prepared') return next;
    prepared.push(next.prepared);
  }
  return { kind: 'prepared', prepared: isPlan(rest) ? numbered(prepared) : prepared };
}

const isPlan = (rest: readonly StoredStep[]): boolean => rest.some(({ after }) => after !== undefined);

const numbered = (steps: NonEmpty<Prepared<Context>>): NonEmpty<Prepared<Context>> =>
  mapNonEmpty(steps, (prepared, index) => ({ ...prepared, step: index + 1 }));

/** Returns the validated steps of a change; undefined if one of them is invalid. */
export function preparedSteps(steps: NonEmpty<StoredStep>): NonEmpty<Prepared<Context>> | undefined {
  const preparation = prepareChange(steps);
  return preparation.kind === 'prepared' ? preparation.prepared : undefined;
}

/**
 * Returns one validated step of a change; undefined if it is invalid. A dependent step can refer to the results of earlier
 * ones, so these are validated too.
 */
export function preparedStep(
  [first, ...rest]: NonEmpty<StoredStep>,
  index: number,
): Prepared<Context> | undefined {
  const step = [first, ...rest][index];
  if (!step) return undefined;
  return step.after === undefined
    ? preparedSteps([step])?.[0]
    : preparedSteps([first, ...rest.slice(0, index)])?.[index];
}
