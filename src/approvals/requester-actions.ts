import { prepareRequest, whyNotPrepared } from '../commands/parse/prepare-request.ts';
import { done, failed, line, note } from '../core/answer.ts';
import { type Approval, accountsOf, type Vote } from '../core/approval.ts';
import { narrowerId, readSuggestionRef } from '../core/ids.ts';
import { isOnHome } from '../core/reply-target.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { DecisionMade } from '../requests/job.ts';
import { type Result, whisper } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { type ChangeEvaluation, evaluateChange } from './basis.ts';
import { ended, show } from './notify.ts';
import { approvalFrom, inviteFirst, post, tell, unreachable, why } from './request-approval.ts';
import { withdraw } from './transitions/closing.ts';
import { restore, supersede } from './transitions/suggesting.ts';

/** What the asker can do with their own request: take it back, or take the narrower proposal. */

export async function takeBack(job: DecisionMade, ports: Ports): Promise<Result> {
  const { person } = job.place;
  const stepped = await ports.approvals.change(job.pending, (now) =>
    withdraw(now, { person, job: job.id }, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  const { approval } = stepped;
  return {
    // On the Home tab the answer to the click is a direct message already.
    ...(await ended(approval, ports, isOnHome(job.place) ? ['asker'] : [])),
    ...whisper([done(`Withdrawn. Skydesk will not ${approval.says}.`)]),
  };
}

export async function takeProposal(job: DecisionMade, ports: Ports): Promise<Result> {
  const { approval: id, suggestion } = readSuggestionRef(job.pending);
  const before = await ports.approvals.get(id);
  const nextId = narrowerId(id);
  if (before?.takenBy === job.id) return askAboutLess(before, nextId, job, ports);
  if (!before?.proposal) return whisper([failed('There is no proposal to take. Nothing was changed.')]);
  if (before.proposal.id !== suggestion)
    return whisper([failed('Something else is proposed by now. Nothing was changed by this click.')]);
  const { raw } = before.proposal;
  const preparation = prepareRequest({ operation: before.operation, raw });
  if (preparation.kind !== 'prepared') return whisper(whyNotPrepared(preparation));
  const { prepared } = preparation;
  const evaluation = await evaluateChange(prepared, before.place, ports, before.undoes);
  const { decision } = evaluation;
  if (decision.kind === 'refuse') {
    return whisper([failed(`${decision.why} Nothing was changed.`), askOneOf(decision.whom)]);
  }
  if (decision.kind !== 'ask') {
    const sentence = 'The narrower change needs no approval. Type it yourself: ';
    return whisper([note(sentence, line(prepared.line))]);
  }
  const { person, responseUrl } = job.place;
  const narrower = approvalFrom(
    {
      id: nextId,
      job: job.id,
      team: job.team,
      place: { ...before.place, responseUrl },
      prepared,
      evaluation,
      decision,
      undoes: before.undoes,
      usedUndo: before.usedUndo,
      instead: { id, votes: await proposersWord(before, evaluation, job, ports) },
    },
    ports.clock(),
  );
  const stepped = await ports.approvals.changeBoth(id, nextId, (now, known) =>
    supersede(now, known, { person, proposal: suggestion, job: job.id, narrower }, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  return askAboutLess(stepped.approval, nextId, job, ports);
}

/** The first request has given way to the narrower one, which is posted now. */
async function askAboutLess(
  first: Approval,
  nextId: string,
  job: DecisionMade,
  ports: Ports,
): Promise<Result> {
  const narrower = await ports.approvals.get(nextId);
  if (!narrower) throw new Error('A request gave way to one that is not there');
  const posted = await post(narrower, ports);
  if (!posted) {
    const stepped = await ports.approvals.changeBoth(first.id, nextId, (now, known) =>
      restore(now, known, { job: job.id, why: why(narrower) }, ports.clock()),
    );
    if ('approval' in stepped) return standAsBefore(stepped.approval, stepped.other, ports);
  }
  const told = await tell(posted ?? narrower, ports);
  const gave = await ended(first, ports);
  return { ...told, entries: [...gave.entries, ...(told.entries ?? [])], ends: gave.ends };
}

/** Nobody can be asked about the narrower request, so the one that gave way to it waits again. */
async function standAsBefore(first: Approval, narrower: Approval, ports: Ports): Promise<Result> {
  await show(first, ports);
  return {
    ...(await ended(narrower, ports, ['asker'])),
    ...whisper([
      unreachable(narrower),
      note(`Your request to ${first.says} waits on as it was.`),
      note(`${inviteFirst}, and take the proposal again.`),
    ]),
  };
}

/** Whoever proposed the narrower change agrees to it, if they may, and if it is still what they looked at. */
async function proposersWord(
  { proposal, asker, ...approval }: Approval,
  { hash }: ChangeEvaluation,
  job: DecisionMade,
  ports: Ports,
): Promise<readonly Vote[]> {
  if (!proposal || proposal.by === asker || proposal.hash !== hash) return [];
  const proposer = await personOf(proposal.by, ports);
  const accounts = accountsOf(approval).filter((account) => mayApprove(proposer, account, ports.policy));
  if (accounts.length === 0) return [];
  const { by, comment } = proposal;
  const at = ports.clock();
  return [{ person: by, vote: 'approve', at, job: job.id, accounts, ...(comment && { comment }) }];
}
