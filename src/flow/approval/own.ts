import { done, failed, line, note } from '../../core/answer.ts';
import { type Approval, accountsOf, type Vote } from '../../core/approval.ts';
import { isOnHome } from '../../core/ports.ts';
import { mayApprove } from '../../policy/may-decide.ts';
import { personOf } from '../context.ts';
import { askOneOf } from '../instead.ts';
import type { DecisionMade } from '../job.ts';
import type { Ports } from '../ports.ts';
import { type Result, whisper } from '../result.ts';
import { resubmit } from '../submit.ts';
import { entryOf, refresh, tellAsker } from './announce.ts';
import { inviteFirst, notAsked, post, tell, unreachable } from './ask.ts';
import { type Judgement, judge } from './judge.ts';
import { comeBack, giveWay, withdraw } from './steps.ts';

/** What the asker can do with their own request: take it back, or take the narrower proposal. */

export async function takeBack(job: DecisionMade, ports: Ports): Promise<Result> {
  const stepped = await ports.approvals.change(job.pending, (now) =>
    withdraw(now, job.place.person, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  await refresh(stepped.approval, ports);
  // On the Home tab the answer to the click is a direct message already.
  if (!isOnHome(job.place)) await tellAsker(stepped.approval, ports);
  return {
    ...whisper([done(`Withdrawn. Skydesk will not ${stepped.approval.says}.`)]),
    entries: [entryOf(stepped.approval, 'withdrawn', job.place.person, ports)],
  };
}

export async function takeProposal(job: DecisionMade, ports: Ports): Promise<Result> {
  const [id = '', which = ''] = job.pending.split('.');
  const before = await ports.approvals.get(id);
  if (!before?.proposal) return whisper([failed('There is no proposal to take. Nothing was changed.')]);
  const { proposal } = before;
  const submitted = resubmit(before.operation, proposal.raw);
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
  const { person } = job.place;
  const stepped = await ports.approvals.change(id, (now) =>
    giveWay(now, { person, proposal: which, job: job.id }, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Nothing was changed by this click.`)]);
  const votes = await proposersWord(stepped.approval, judgement, job, ports);
  const { posted, approval } = await post(
    {
      id: `${id}-narrower`,
      team: job.team,
      place: { ...before.place, responseUrl: job.place.responseUrl },
      prepared: submitted.prepared,
      judgement,
      verdict,
      undoes: before.undoes,
      instead: { id, votes },
    },
    ports,
  );
  if (!posted) return standAsBefore(stepped.approval, approval, job, ports);
  const told = await tell(approval, votes, ports);
  await refresh(stepped.approval, ports);
  const replaced = entryOf(
    stepped.approval,
    'withdrawn',
    person,
    ports,
    'A narrower request took its place.',
  );
  return { ...told, entries: [replaced, ...(told.entries ?? [])] };
}

/** Nobody can be asked about the narrower request, so the one that gave way to it waits again. */
async function standAsBefore(
  first: Approval,
  narrower: Approval,
  job: DecisionMade,
  ports: Ports,
): Promise<Result> {
  const stepped = await ports.approvals.change(first.id, (now) => comeBack(now, job.id, ports.clock()));
  if ('approval' in stepped) await refresh(stepped.approval, ports);
  return {
    ...whisper([
      unreachable(narrower),
      note(`Your request to ${first.says} waits on as it was.`),
      note(`${inviteFirst}, and take the proposal again.`),
    ]),
    entries: [notAsked(narrower, ports)],
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
