import type { Change } from '../../../src/change/model/change.ts';
import { readPlan } from '../../../src/command-line/plan-steps.ts';
import type { NonEmpty } from '../../../src/core/non-empty.ts';
import type { ContextDependencies } from '../../../src/evaluate/build-context.ts';
import { evaluateChange, stepsFrom } from '../../../src/lifecycle/prepare/evaluate-change.ts';
import { changePlan, inOrder, withIrreversible } from '../../../src/lifecycle/views/describe-plan.ts';
import type { Operation, Prepared, RawArgs } from '../../../src/operation/operation.ts';
import type { Context } from '../../../src/operations/context/context.ts';
import { operationById } from '../../../src/operations/index.ts';
import type { Timing } from '../../../src/time/timing.ts';
import { request, voteOf } from './requests.ts';

/** The steps of a plan without mistakes. */
export function stepsOf(operation: string | Operation<Context>, raw: RawArgs): NonEmpty<Prepared<Context>> {
  const prepared = (typeof operation === 'string' ? operationById(operation) : operation)?.prepare(raw);
  if (!prepared || 'problems' in prepared || !prepared.plan) throw new Error(JSON.stringify(prepared));
  const reading = readPlan(prepared.plan, prepared.raw);
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems));
  return reading.prepared;
}

/** A plan that one other person approved, as it is stored. `timings`: when each step starts and ends, if they say so. */
export async function approvedPlan(
  raw: RawArgs,
  timings: readonly Timing[],
  deps: ContextDependencies,
): Promise<Change> {
  const steps = stepsOf('plan', raw);
  const plan = operationById('plan')?.prepare(raw);
  if (!plan || 'problems' in plan) throw new Error('It has no mistake');
  const known = steps.map((_, index) => timings[index] ?? {});
  const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
  const evaluation = await evaluateChange(steps, replyTo, deps, { known });
  return request({
    status: 'approved',
    steps: inOrder(stepsFrom(evaluation)),
    basis: evaluation.basis,
    plan: withIrreversible(changePlan(plan), evaluation.steps),
    votes: [voteOf('U0BEN')],
  });
}
