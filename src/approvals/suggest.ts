import { preparedFrom, prepareRequest, whyNotPrepared } from '../commands/parse/prepare-request.ts';
import { done, failed, note, type Part } from '../core/answer.ts';
import type { Approval, Proposal } from '../core/approval.ts';
import type { Prepared, RawArgs } from '../core/operation.ts';
import type { Context } from '../operations/shared/context.ts';
import { isNarrower } from '../policy/narrower.ts';
import type { VoteCast } from '../requests/job.ts';
import { ephemeral, type Result } from '../requests/result.ts';
import type { ApprovalDependencies, NotifyDependencies } from './approval-dependencies.ts';
import { evaluateChange } from './basis.ts';
import { tooWide } from './explain-rejected-suggestion.ts';
import { entryOf, show, tellRequester } from './notify.ts';
import { propose } from './transitions/suggesting.ts';

const stands = note('The request stands as it was. To propose less, or to decide on it, press Review again.');

/** An approver would agree to less: the requester is offered it, and the request stays as it is. */
export async function proposeNarrower(
  approval: Approval,
  job: VoteCast,
  deps: ApprovalDependencies,
): Promise<Result> {
  const asked = preparedFrom(approval);
  const entered = narrowed(job, asked);
  const raw = { ...approval.raw, ...entered };
  const preparation = prepareRequest({ operation: approval.operation, raw });
  if (preparation.kind !== 'prepared') return ephemeral([...whyNotPrepared(preparation), stands]);
  const [evaluation, original] = await Promise.all([
    evaluateChange(preparation.prepared, approval.place, deps, approval.undoes),
    asked && evaluateChange(asked, approval.place, deps),
  ]);
  const from = original?.plan.networkChange;
  const to = evaluation.plan.networkChange;
  if (!from || !to || !isNarrower(to, from)) {
    const why = asked && from ? await tooWide({ entered, asked, from, approval }, deps) : [];
    const sentence = 'That is not narrower than what was asked for. Nothing was proposed.';
    return ephemeral([failed(sentence), ...why.map((one): Part => note(one)), stands]);
  }
  const proposal = {
    id: job.id,
    by: job.place.person,
    raw: evaluation.plan.raw,
    says: evaluation.plan.title,
    ...(job.comment && { comment: job.comment }),
    hash: evaluation.hash,
  };
  const stepped = await deps.approvals.change(approval.id, (now) => propose(now, proposal, deps.clock()));
  if ('refused' in stepped) return ephemeral([failed(stepped.refused)]);
  return proposed(stepped.approval, proposal, deps);
}

/** Tells of a proposal that is kept. Safe to repeat. */
export async function proposed(
  approval: Approval,
  proposal: Proposal,
  deps: NotifyDependencies,
): Promise<Result> {
  await show(approval, deps);
  await tellRequester(approval, deps);
  const said = done(`Proposed instead: ${proposal.says}.`);
  return {
    ...ephemeral([said, note('Whoever asked can take it with one click.')]),
    entries: [entryOf(approval, 'suggested', proposal.by, deps, proposal.says)],
  };
}

/** What was entered for ranges and ports; nothing else is anybody's to change but the requester's. */
function narrowed({ narrower }: VoteCast, asked: Prepared<Context> | undefined): RawArgs {
  const fields = asked?.operation.fields ?? {};
  return Object.fromEntries(Object.entries(narrower).filter(([field]) => fields[field]?.narrows));
}
