import { auditEntries } from '../audit-log/entries.ts';
import { type ChangeEvaluation, evaluateChange, plannedSteps } from '../changes/evaluate-change.ts';
import { prepareChange, preparedSteps } from '../changes/prepare-change.ts';
import { whyNotPrepared } from '../commands/parse/prepare-request.ts';
import { done, failed, note, type Part } from '../core/answer.ts';
import type { Approval, Suggestion } from '../core/approval.ts';
import { titleOf } from '../core/change.ts';
import { mapNonEmpty } from '../core/non-empty.ts';
import type { Prepared, RawArgs } from '../core/operation.ts';
import type { Context } from '../operations/shared/context.ts';
import { isNarrower, isNoWider } from '../policy/narrower.ts';
import type { VoteCast } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import type { ApprovalDependencies, TransitionDependencies } from './approval-dependencies.ts';
import { updated } from './approval-result.ts';
import { explainRejected } from './explain-rejected-suggestion.ts';
import { suggest } from './transitions/suggesting.ts';

const stands = note('The request stands as it was. To propose less, or to decide on it, press Review again.');

/** An approver would approve less: the requester is offered it, and the request stays as it is. */
export async function suggestChanges(
  approval: Approval,
  job: VoteCast,
  deps: ApprovalDependencies,
): Promise<Result> {
  const { steps, replyTo } = approval;
  const requested = preparedSteps(steps);
  const narrowed = mapNonEmpty(steps, ({ operation, raw }, index) => {
    const entered = narrowerFields(job, requested?.[index]);
    return { operation, raw: { ...raw, ...entered }, entered };
  });
  const preparation = prepareChange(narrowed);
  if (preparation.kind !== 'prepared') return ephemeral([...whyNotPrepared(preparation), stands]);
  const [evaluation, original] = await Promise.all([
    evaluateChange(preparation.prepared, replyTo, deps, approval.undoes?.subject),
    requested && evaluateChange(requested, replyTo, deps),
  ]);
  if (!original || !opensLess(evaluation, original)) {
    const rejected = (original?.steps ?? []).flatMap(({ prepared, plan }, index) => {
      const [step, entered, from] = [steps[index], narrowed[index]?.entered, plan.networkChange];
      return step && entered && from ? [{ step, prepared, entered, from }] : [];
    });
    const why = rejected.length > 0 ? await explainRejected(rejected, replyTo, deps) : [];
    const sentence = 'That is not narrower than what was asked for. Nothing was proposed.';
    return ephemeral([failed(sentence), ...why.map((one): Part => note(one)), stands]);
  }
  const suggestion = {
    id: job.id,
    by: job.replyTo.person,
    steps: plannedSteps(evaluation),
    ...(job.comment && { comment: job.comment }),
    basis: evaluation.basis,
  };
  const stepped = await deps.approvals.change(approval.id, (now) => suggest(now, suggestion, deps.clock()));
  if ('refused' in stepped) return ephemeral([failed(stepped.refused)]);
  return suggested(stepped.approval, suggestion, deps);
}

/** Whether a change opens less than another: a step of it does, and none opens more. */
function opensLess(suggested: ChangeEvaluation, requested: ChangeEvaluation): boolean {
  const pairs = suggested.steps.map(({ plan }, index) => ({
    to: plan.networkChange,
    from: requested.steps[index]?.plan.networkChange,
  }));
  return (
    pairs.every(({ to, from }) => (to && from ? isNoWider(to, from) : to === from)) &&
    pairs.some(({ to, from }) => to && from && isNarrower(to, from))
  );
}

/** Tells of a suggestion that is stored. Safe to repeat. */
export function suggested(approval: Approval, suggestion: Suggestion, deps: TransitionDependencies): Result {
  const title = titleOf(suggestion);
  return {
    ...updated(approval),
    ...ephemeral([done(`Proposed instead: ${title}.`), note('Whoever asked can take it with one click.')]),
    entries: auditEntries('suggested', approval, deps, { person: suggestion.by, note: title }),
  };
}

/** What was entered for ranges and ports, the only fields that an approver may suggest. */
function narrowerFields({ narrower }: VoteCast, requested: Prepared<Context> | undefined): RawArgs {
  const fields = requested?.operation.fields ?? {};
  return Object.fromEntries(Object.entries(narrower).filter(([field]) => fields[field]?.narrows));
}
