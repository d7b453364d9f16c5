import { type Preparation, prepareRequest } from '../commands/parse/prepare-request.ts';
import type { Step } from '../core/change.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Prepared } from '../core/operation.ts';
import type { Context } from '../operations/shared/context.ts';

type StoredStep = Pick<Step, 'operation' | 'raw'>;

/** All steps of a change, or the first one that does not validate. */
export type ChangePreparation =
  | { readonly kind: 'prepared'; readonly prepared: NonEmpty<Prepared<Context>> }
  | Exclude<Preparation, { kind: 'prepared' }>;

/** Validates the steps of a change that was stored, since another version may have stored it. No I/O. */
export function prepareChange([first, ...rest]: NonEmpty<StoredStep>): ChangePreparation {
  const preparation = prepareRequest(first);
  if (preparation.kind !== 'prepared') return preparation;
  const later: Prepared<Context>[] = [];
  for (const step of rest) {
    const next = prepareRequest(step);
    if (next.kind !== 'prepared') return next;
    later.push(next.prepared);
  }
  return { kind: 'prepared', prepared: [preparation.prepared, ...later] };
}

/** The validated steps of a change; undefined if one of them does not validate. */
export function preparedSteps(steps: NonEmpty<StoredStep>): NonEmpty<Prepared<Context>> | undefined {
  const preparation = prepareChange(steps);
  return preparation.kind === 'prepared' ? preparation.prepared : undefined;
}
