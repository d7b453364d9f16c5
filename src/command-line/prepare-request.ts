import { type Answer, failed, note } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import type { Problem } from '../answer/user-error.ts';
import type { EarlierStep } from '../core/step-reference.ts';
import type { Operation, Prepared, RawArgs } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { operationById } from '../operations/index.ts';
import { mistaken } from './help.ts';
import { readPlan, shownInPlan } from './plan-steps.ts';

/** A request in the form in which it is sent and stored: the id of its operation, and the words for each field. */
export interface Request {
  readonly operation: string;
  readonly raw: RawArgs;
  /** Mistakes in its line; a request with any can't run. */
  readonly problems?: readonly Problem[];
}

/** The result for an operation that cannot run with the given words. */
export interface Mistaken {
  readonly kind: 'mistaken';
  readonly operation: Operation<Context>;
  readonly problems: readonly Problem[];
}

/** The result of validating a request. `unknown`: this version has no such operation. */
export type Preparation =
  | { readonly kind: 'prepared'; readonly prepared: Prepared<Context> }
  | Mistaken
  | { readonly kind: 'unknown' };

/** Validates a request, new or stored. No I/O. */
export function prepareRequest(
  { operation: id, raw, problems = [] }: Request,
  earlier?: readonly EarlierStep[],
): Preparation {
  const operation = operationById(id);
  if (!operation) return { kind: 'unknown' };
  return problems.length > 0
    ? { kind: 'mistaken', operation, problems }
    : prepareAs(operation, raw, [], earlier);
}

/** Validates a request for this operation; `problems` come from parsing its line. */
export function prepareAs(
  operation: Operation<Context>,
  raw: RawArgs,
  problems: readonly Problem[] = [],
  earlier?: readonly EarlierStep[],
): Exclude<Preparation, { kind: 'unknown' }> {
  const prepared = operation.prepare(raw, earlier);
  const found = 'problems' in prepared ? prepared.problems : problemsOfPlan(prepared);
  return 'problems' in prepared || problems.length + found.length > 0
    ? { kind: 'mistaken', operation, problems: [...problems, ...found] }
    : { kind: 'prepared', prepared };
}

/** Returns the problems in the lines of a plan; empty for any other request. */
function problemsOfPlan({ plan, raw }: Prepared<Context>): readonly Problem[] {
  const reading = plan && readPlan(plan, raw);
  return reading && 'problems' in reading ? reading.problems.map(shownInPlan) : [];
}

/** Explains that a stored request can't continue because another version of Skydesk stored it. */
export const whyNotPrepared = (preparation: Exclude<Preparation, { kind: 'prepared' }>): Answer =>
  preparation.kind === 'mistaken'
    ? [...mistaken(preparation.operation, preparation.problems), note('Nothing was changed.')]
    : [failed(changedInNewVersion('command', 'Nothing was changed. Run it again.'))];

/** Validates a stored request; undefined if it is no longer valid in this version. */
export function preparedFrom(request: Request): Prepared<Context> | undefined {
  const preparation = prepareRequest(request);
  return preparation.kind === 'prepared' ? preparation.prepared : undefined;
}
