import { resubmit } from '../commands/parse/parse-command.ts';
import { done, failed, line, note } from '../core/answer.ts';
import { type Approval, accountsOf, type Vote } from '../core/approval.ts';
import { isOnHome } from '../core/reply-target.ts';
import { mayApprove } from '../policy/may-decide.ts';
import { personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import { type Judgement, judge } from '../requests/evaluate.ts';
import type { DecisionMade } from '../requests/job.ts';
import { type Result, whisper } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { ended, show } from './notify.ts';
import { approvalFrom, inviteFirst, post, tell, unreachable, why } from './request-approval.ts';
import { comeBack, giveWay, withdraw } from './transitions.ts';

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
  const [id = '', which = ''] = job.pending.split('.');
  const before = await ports.approvals.get(id);
  const narrowerId = `${id}-narrower`;
  if (before?.takenBy === job.id) return askAboutLess(before, narrowerId, job, ports);
  if (!before?.proposal) return whisper([failed('There is no proposal to take. Nothing was changed.')]);
  if (before.proposal.id !== which)
    return whisper([failed('Something else is proposed by now. Nothing was changed by this click.')]);
  const submitted = resubmit(before.operation, before.proposal.raw);
  if ('answer' in submitted) return whisper(submitted.answer);
  const judgement = await judge(submitted.prepared, before.place, ports, before.undoes);
  const { verdict } = judgement;
  if (verdict.verdict === 'refuse') {
    return whisper([failed(`${verdict.why} Nothing was changed.`), askOneOf(verdict.whom)]);
  }
  if (verdict.verdict !== 'ask') {
    const sentence = 'The narrower change needs no approval. Type it yourself: ';
    return whisper([note(sentence, line(submitted.prepared.line))]);
  }
  const { person, responseUrl } = job.place;
  const narrower = approvalFrom(
    {
      id: narrowerId,
      job: job.id,
      team: job.team,
      place: { ...before.place, responseUrl },
      prepared: submitted.prepared,
      judgement,
      verdict,
      undoes: before.undoes,
      usedUndo: before.usedUndo,
      instead: { id, votes: await proposersWord(before, judgement, job, ports) },
    },
    ports.clock(),
  );
  const stepped = await ports.approvals.changeBoth(id, narrowerId, (now, known) =>
    giveWay(now, known, { person, proposal: which, job: job.id, narrower }, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  return askAboutLess(stepped.approval, narrowerId, job, ports);
}

/** The first request has given way to the narrower one, which is posted now. */
async function askAboutLess(
  first: Approval,
  narrowerId: string,
  job: DecisionMade,
  ports: Ports,
): Promise<Result> {
  const narrower = await ports.approvals.get(narrowerId);
  if (!narrower) throw new Error('A request gave way to one that is not there');
  const posted = await post(narrower, ports);
  if (!posted) {
    const stepped = await ports.approvals.changeBoth(first.id, narrowerId, (now, known) =>
      comeBack(now, known, { job: job.id, why: why(narrower) }, ports.clock()),
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
  { hash }: Judgement,
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
