import { failed } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { readLine } from '../../command-line/plan-steps.ts';
import { whyNotPrepared } from '../../command-line/prepare-request.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import type { RawArgs } from '../../operation/operation.ts';
import type { DecisionMade } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import { prepareChange } from '../prepare/prepare-change.ts';
import { retriedPlan } from '../views/describe-plan.ts';
import { whyNotOffered } from './claim-offers.ts';
import { type PreviewDependencies, previewChange } from './preview-change.ts';
import { retriedSteps, whyNotRetried } from './retried-steps.ts';

const nothingLeft = ephemeral([failed('There is nothing left to retry. Nothing was changed.')]);

/**
 * Previews a change of the steps of a request that failed, for a person who pressed the button: with their arguments, their ends
 * and the plan that they belong to, as they were.
 */
export async function retryFailed(job: DecisionMade, deps: PreviewDependencies): Promise<Result> {
  const change = await deps.changes.get(job.on);
  if (!change?.ended) return nothingLeft;
  const [first, ...others] = retriedSteps(change, deps.clock());
  if (!first) return retriedBefore(change) ?? nothingLeft;
  const refused = whyNotRetried(change, deps.clock());
  if (refused) return ephemeral(refused);
  const steps = [first, ...others] as const;
  const preparation = prepareChange(steps);
  if (preparation.kind !== 'prepared') return ephemeral(whyNotPrepared(preparation));
  const prepared = mapNonEmpty(preparation.prepared, (step, index) => ({
    ...step,
    line: steps[index]?.line ?? step.line,
    raw: { ...step.raw, ...optionsOf(steps[index]?.line ?? step.line, change) },
    reason: change.reason || step.reason,
    ticket: change.ticket ?? step.ticket,
  }));
  const known = steps.map(({ after, undoes, retries }) => ({ after, undoes, retries }));
  const stored = { timings: steps, plan: retriedPlan(change, prepared) };
  return previewChange({ prepared, known, stored }, job, deps);
}

/** Says who retried what failed; undefined if nobody did. */
function retriedBefore({ steps }: Change): Result | undefined {
  const [by] = steps.flatMap(({ retriedBy }) => retriedBy ?? []);
  return by && ephemeral(whyNotOffered({ refused: 'retried', by: by.person }));
}

/** The options of a retried step, as the command has them that goes on without another one. */
function optionsOf(line: string, { reason, ticket }: Pick<Change, 'reason' | 'ticket'>): RawArgs {
  const read = readLine({ text: line, number: 1 });
  const { account, starts, ends } = 'problem' in read ? {} : read.raw;
  const given = Object.entries({ account, starts, ends, why: reason, ticket });
  return Object.fromEntries(given.flatMap(([name, words]) => (words ? [[name, words]] : [])));
}
