import { type Answer, failed, note } from '../answer/answer.ts';
import { changedInNewVersion } from '../answer/new-version.ts';
import type { Problem } from '../answer/user-error.ts';
import type { EarlierStep } from '../core/step-reference.ts';
import type { Operation, Prepared, RawArgs } from '../operation/operation.ts';
import type { Context } from '../operations/context/context.ts';
import { operationById } from '../operations/index.ts';
import { mistaken } from './help.ts';
import { readPlan, shownInPlan } from './plan-steps.ts';

/** A request by its operation's id and the words for each field, as it is sent and stored. */
export interface Request {
  readonly operation: string;
  readonly raw: RawArgs;
  /** Mistakes that were found in its line: with any, it can't run. */
  readonly problems?: readonly Problem[];
}

/** An operation cannot run with the words that it was given. */
export interface Mistaken {
  readonly kind: 'mistaken';
  readonly operation: Operation<Context>;
  readonly problems: readonly Problem[];
}

/** A request that may go on; `unknown`: this version has no such operation. */
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

/** Validates a request for this operation; `problems` are those that reading its line found. */
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

/** What is wrong with the lines of a plan; nothing, for any other request. */
function problemsOfPlan({ plan, raw }: Prepared<Context>): readonly Problem[] {
  const reading = plan && readPlan(plan, raw);
  return reading && 'problems' in reading ? reading.problems.map(shownInPlan) : [];
}

/** Says why a stored request can't continue: another version of Skydesk stored it. */
export const whyNotPrepared = (preparation: Exclude<Preparation, { kind: 'prepared' }>): Answer =>
  preparation.kind === 'mistaken'
    ? [...mistaken(preparation.operation, preparation.problems), note('Nothing was changed.')]
    : [failed(changedInNewVersion('command', 'Nothing was changed. Run it again.'))];

/** A stored request, validated by this version; undefined if it is no longer valid. */
export function preparedFrom(request: Request): Prepared<Context> | undefined {
  const preparation = prepareRequest(request);
  return preparation.kind === 'prepared' ? preparation.prepared : undefined;
}
