import { preparedFrom } from '../commands/parse/prepare-request.ts';
import { done, failed } from '../core/answer.ts';
import { type Approval, accountsOf, type Vote } from '../core/approval.ts';
import type { Event } from '../core/audit-log.ts';
import { mayDecide } from '../policy/may-decide.ts';
import { personOf } from '../requests/build-context.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { VoteCast } from '../requests/job.ts';
import { type Result, whisper } from '../requests/result.ts';
import { askOneOf } from '../requests/who-can.ts';
import { authorityOf } from './authority.ts';
import { differences, evaluateChange } from './basis.ts';
import { breakGlass } from './break-glass.ts';
import { toExecute } from './enqueue-execution.ts';
import { ended, entryOf, show, tellAsker, voidFor } from './notify.ts';
import { voided } from './report.ts';
import { proposed, proposeNarrower } from './suggest.ts';
import { closed } from './transitions/phase.ts';
import { markOutdated } from './transitions/running.ts';
import { addVote, forfeit } from './transitions/votes.ts';

/** One person's word on a request for approval. */
export async function vote(job: VoteCast, ports: Ports): Promise<Result> {
  const approval = await ports.approvals.get(job.approval);
  if (!approval) return whisper([failed('This request is not known any more. Nothing was changed.')]);

  if (approval.votes.some((cast) => cast.job === job.id)) return counted(approval, job, ports);
  if (approval.ended?.job === job.id) return closedBy(approval, ports);

  const person = await personOf(job.place.person, ports);
  const ownApproval = job.vote === 'breakGlass' ? { reason: job.comment } : undefined;
  const authority = mayDecide(
    { person, asker: approval.asker, accounts: accountsOf(approval), breakGlass: ownApproval },
    ports.policy,
  );
  if (!authority.may) {
    return whisper([failed(`${authority.why} Your click changed nothing.`), askOneOf(authority.whom)]);
  }
  if (approval.proposal?.id === job.id) return proposed(approval, approval.proposal, ports);

  const over = closed(approval, ports.clock());
  if (over) return whisper([failed(`${over} Your click changed nothing.`)]);

  const { ended: lost, lapsed } = await authorityOf(approval, ports);
  if (lost !== undefined && job.vote !== 'reject') return forfeited(approval, lost, job, ports);

  if (job.vote === 'propose') return proposeNarrower(approval, job, ports);
  if (job.vote !== 'reject') {
    const stale = await ifStale(approval, job, ports);
    if (stale) return stale;
  }
  const said: Vote = {
    person: person.id,
    vote: job.vote === 'reject' ? 'reject' : 'approve',
    at: ports.clock(),
    job: job.id,
    accounts: authority.accounts,
    ...(job.comment && { comment: job.comment }),
    ...(authority.brokeGlass && { breakGlass: true }),
  };
  const known = { saw: job.suggestion, lapsed };
  const stepped = authority.brokeGlass
    ? await breakGlass(approval, said, known, ports)
    : await ports.approvals.change(approval.id, (now) => addVote(now, said, known));
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Your click changed nothing.`)]);
  return counted(stepped.approval, job, ports);
}

/** Tells everybody of a vote that counts. What is granted by it runs as soon as the vote is on record. */
async function counted(approval: Approval, job: VoteCast, ports: Ports): Promise<Result> {
  const said: Event = job.vote === 'reject' ? 'rejected' : 'approved';
  const answer = whisper([done(`You ${said}: ${approval.says}.`)]);
  if (approval.ended?.job === job.id) return { ...(await ended(approval, ports)), ...answer };
  await show(approval, ports);
  await tellAsker(approval, ports);
  return {
    ...answer,
    entries: [entryOf(approval, said, job.place.person, ports, job.comment)],
    ...(approval.phase === 'granted' && { next: toExecute(approval) }),
  };
}

/** Ends a request whose requester lost the right to it, and tells everybody. */
async function forfeited(approval: Approval, why: string, job: VoteCast, ports: Ports): Promise<Result> {
  const stepped = await ports.approvals.change(approval.id, (now) =>
    forfeit(now, { why, job: job.id }, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Your click changed nothing.`)]);
  return closedBy(stepped.approval, ports);
}

/** Voids a request that is no longer what its asker asked for, and says what has changed. */
async function ifStale(approval: Approval, job: VoteCast, ports: Ports): Promise<Result | undefined> {
  const prepared = preparedFrom(approval);
  if (!prepared) return undefined;
  const { hash, judged } = await evaluateChange(prepared, approval.place, ports, approval.undoes);
  if (hash === approval.hash) return undefined;
  const why = { job: job.id, ...voidFor(differences(approval.judged, judged)) };
  const stepped = await ports.approvals.change(approval.id, (now) =>
    markOutdated(now, 'open', why, ports.clock()),
  );
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Your click changed nothing.`)]);
  return closedBy(stepped.approval, ports);
}

/** Tells of an end that a vote brought to light, and does not count. */
async function closedBy(approval: Approval, ports: Ports): Promise<Result> {
  const { outcome = [], ended: end, phase } = approval;
  const answer =
    phase === 'stale'
      ? [voided, ...outcome]
      : [failed(`The request has ended, for its requester may not make it any more: ${end?.note}`)];
  return { ...(await ended(approval, ports)), ...whisper(answer) };
}
