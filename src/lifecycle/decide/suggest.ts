import { type Answer, failed, note } from '../../answer/answer.ts';
import { auditEntries } from '../../audit-log/entries.ts';
import {
  isAgreed,
  missingOf,
  type Suggestion,
  type Vote,
  withApproval,
} from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import { suggestionDigest } from '../../change/model/digest.ts';
import { undoneBy } from '../../change/model/step.ts';
import { titleOf } from '../../change/model/titles.ts';
import { suggest } from '../../change/transitions/suggesting.ts';
import { withArguments } from '../../command-line/plan-steps.ts';
import { whyNotPrepared } from '../../command-line/prepare-request.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import type { Narrows } from '../../messaging/view.ts';
import type { Prepared, RawArgs } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import type { ApprovalRequired } from '../../policy/decide.ts';
import { isNarrower, isNoWider } from '../../policy/narrower.ts';
import { sum } from '../../policy/risk.ts';
import type { VoteCast } from '../../queue/job.ts';
import { ephemeral, type Result } from '../../queue/result.ts';
import type { ApprovalDependencies, TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { refuseTransition, updated } from '../notify/result-of-change.ts';
import { type ChangeEvaluation, evaluateChange, stepsFrom } from '../prepare/evaluate-change.ts';
import { prepareChange, preparedSteps } from '../prepare/prepare-change.ts';
import { whyApprovalWouldFail } from './why-approval-would-fail.ts';

/**
 * Stores a narrower change that an approver suggests, whose approval counts in `accounts`. The request stays the same until its
 * requester accepts it.
 */
export async function suggestChanges(
  change: Change,
  job: VoteCast,
  accounts: readonly string[],
  deps: ApprovalDependencies,
): Promise<Result> {
  const { steps, replyTo } = change;
  const { narrower } = job;
  const requested = preparedSteps(steps);
  const [evaluated, original] = await Promise.all([
    evaluateNarrower(change, narrower, deps),
    requested && evaluateChange(requested, replyTo, deps),
  ]);
  if ('answer' in evaluated) return ephemeral(evaluated.answer);
  const { evaluation, prepared } = evaluated;
  const { decision } = evaluation;
  // The form names the field that is not narrower before it is sent.
  if (!original || !opensLess(evaluation, original))
    return ephemeral([
      failed('Your suggestion isn’t narrower than the request, so it wasn’t sent.'),
      note('Suggest a smaller range or fewer ports.'),
    ]);
  const { person: by } = job.replyTo;
  const vote: Vote = { person: by, vote: 'approve', at: change.since, job: job.id, accounts };
  const suggestion = {
    id: job.id,
    by,
    steps: mapNonEmpty(stepsFrom(evaluation), (step, index) => ({
      ...step,
      line: withArguments(
        steps[index]?.line ?? step.line,
        wordsFor(narrowerFields(narrower, requested?.[index]), prepared[index]),
      ),
    })),
    ...(job.comment && { comment: job.comment }),
    missing:
      decision.kind === 'requestApproval'
        ? missingOnceAccepted(change, decision, whyApprovalWouldFail(change, decision) ? [] : [vote])
        : undefined,
    score: 'points' in decision ? sum(decision.points) : 0,
    path: evaluation.path,
    basis: evaluation.basis,
  };
  const transitioned = await deps.changes.change(change.id, (current) =>
    suggest(current, suggestion, deps.clock()),
  );
  if ('refused' in transitioned) return refuseTransition(transitioned);
  return suggested(transitioned.change, suggestion, deps);
}

/** Returns the number of approvals that a suggestion still needs once it is accepted in place of a request, with these votes. */
export function missingOnceAccepted(
  change: Change,
  { approvers, accounts }: Pick<ApprovalRequired, 'approvers' | 'accounts'>,
  votes: readonly Vote[],
): number {
  const accepted = withApproval(change, { approvers, accounts, votes, raised: undefined });
  return isAgreed(accepted) ? 0 : missingOf(accepted);
}

/** Evaluates a change with narrower values for its ranges and ports. Reads only. `answer` explains values that can't be read. */
export async function evaluateNarrower(
  change: Change,
  narrower: RawArgs,
  deps: ContextDependencies,
): Promise<
  | { readonly answer: Answer }
  | { readonly evaluation: ChangeEvaluation; readonly prepared: NonEmpty<Prepared<Context>> }
> {
  const { steps, replyTo } = change;
  const requested = preparedSteps(steps);
  const preparation = prepareChange(
    mapNonEmpty(steps, ({ operation, raw, after }, index) => ({
      operation,
      after,
      raw: { ...raw, ...narrowerFields(narrower, requested?.[index]) },
    })),
  );
  if (preparation.kind !== 'prepared') return { answer: whyNotPrepared(preparation) };
  const { prepared } = preparation;
  const evaluation = await evaluateChange(prepared, replyTo, deps, {
    undoes: undoneBy(change),
    known: steps,
  });
  return { evaluation, prepared };
}

/** Returns whether a change opens less than another: one step opens less, and no step opens more. */
function opensLess(suggested: ChangeEvaluation, requested: ChangeEvaluation): boolean {
  const pairs = suggested.steps.map(({ resolved }, index) => ({
    to: resolved.networkChange,
    from: requested.steps[index]?.resolved.networkChange,
  }));
  return (
    pairs.every(({ to, from }) => (to && from ? isNoWider(to, from) : to === from)) &&
    pairs.some(({ to, from }) => to && from && isNarrower(to, from))
  );
}

/** Returns the result of storing a suggestion. The approver gets no message, since the card shows it. Safe to repeat. */
export const suggested = (change: Change, suggestion: Suggestion, deps: TransitionDependencies): Result => ({
  deliveries: [],
  ...updated(change),
  entries: auditEntries('suggested', change, deps, {
    person: suggestion.by,
    note: titleOf(suggestion),
    digest: suggestionDigest(suggestion),
  }),
});

/** Returns the values of these fields as a command has them. */
const wordsFor = (fields: RawArgs, prepared: Prepared<Context> | undefined): RawArgs =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, prepared?.raw[field] ?? '']));

/** Returns the values for ranges and ports, the only fields that an approver may suggest. */
function narrowerFields(narrower: RawArgs, requested: Prepared<Context> | undefined): RawArgs {
  const fields = requested?.operation.fields ?? {};
  return Object.fromEntries(Object.entries(narrower).filter(([field]) => fields[field]?.isNoWider));
}

/** Returns the fields that can be narrowed: ranges and ports. Only for one step, since the form's fields don't name a step. */
export function narrowsOf({ steps }: Pick<Change, 'steps'>): Narrows | undefined {
  const [step, ...others] = steps;
  const [prepared] = preparedSteps([step]) ?? [];
  if (!prepared || others.length > 0) return undefined;
  const { fields } = prepared.operation;
  const own = Object.entries(step.raw).filter(([field]) => fields[field] !== undefined);
  return own.some(([field]) => fields[field]?.isNoWider)
    ? { operation: step.operation, raw: Object.fromEntries(own) }
    : undefined;
}
