import { readPlan } from '../../src/command-line/plan-steps.ts';
import type { NonEmpty } from '../../src/core/non-empty.ts';
import type { Operation, Prepared, RawArgs } from '../../src/operation/operation.ts';
import type { Context } from '../../src/operations/context/context.ts';
import { operationById } from '../../src/operations/index.ts';

/** The steps of a plan that has no mistake. */
export function stepsOf(operation: string | Operation<Context>, raw: RawArgs): NonEmpty<Prepared<Context>> {
  const prepared = (typeof operation === 'string' ? operationById(operation) : operation)?.prepare(raw);
  if (!prepared || 'problems' in prepared || !prepared.plan) throw new Error(JSON.stringify(prepared));
  const reading = readPlan(prepared.plan, prepared.raw);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.prepared;
}
