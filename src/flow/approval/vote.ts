import { done, failed } from '../../core/answer.ts';
import { type Approval, accountsOf, type Vote } from '../../core/approval.ts';
import type { Event } from '../../core/ledger.ts';
import { mayDecide } from '../../policy/may-decide.ts';
import { personOf } from '../context.ts';
import { askOneOf } from '../instead.ts';
import type { VoteCast } from '../job.ts';
import type { Ports } from '../ports.ts';
import { type Result, whisper } from '../result.ts';
import { announceStale, entryOf, refresh, tellAsker } from './announce.ts';
import { authorityOf } from './authority.ts';
import { breakGlass } from './break-glass.ts';
import { handOver } from './hand-over.ts';
import { differences, judge } from './judge.ts';
import { proposeNarrower } from './propose.ts';
import { reconsider } from './reconsider.ts';
import { cast, closed, forfeit, spoil } from './steps.ts';

/** One person's word on a request for approval. */
export async function vote(job: VoteCast, ports: Ports): Promise<Result> {
  const approval = await ports.approvals.get(job.approval);
  if (!approval) return whisper([failed('This request is not known any more. Nothing was changed.')]);

  const person = await personOf(job.place.person, ports);
  const ownApproval = job.vote === 'breakGlass' ? { reason: job.comment } : undefined;
  const authority = mayDecide(
    { person, asker: approval.asker, accounts: accountsOf(approval), breakGlass: ownApproval },
    ports.policy,
  );
  if (!authority.may) {
    return whisper([failed(`${authority.why} Your click changed nothing.`), askOneOf(authority.whom)]);
  }

  const again = approval.votes.some(({ job: counted }) => counted === job.id);
  const over = again ? undefined : closed(approval, ports.clock());
  if (over) return whisper([failed(`${over} Your click changed nothing.`)]);

  const { ended, lapsed } = await authorityOf(approval, ports);
  if (ended !== undefined && job.vote !== 'reject' && !again) return forfeited(approval, ended, ports);

  if (job.vote === 'propose') return proposeNarrower(approval, job, ports);
  if (job.vote !== 'reject' && !again) {
    const stale = await ifStale(approval, ports);
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
  const stepped =
    authority.brokeGlass && !again
      ? await breakGlass(approval, said, known, ports)
      : await ports.approvals.change(approval.id, (now) => cast(now, said, known));
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Your click changed nothing.`)]);
  return counted(stepped.approval, job, ports);
}

/** Tells everybody before it goes on, so that nobody hears that it ran before they hear that it may. */
async function counted(approval: Approval, job: VoteCast, ports: Ports): Promise<Result> {
  const said: Event = job.vote === 'reject' ? 'rejected' : 'approved';
  await refresh(approval, ports);
  await tellAsker(approval, ports);
  if (approval.phase === 'granted') await handOver(approval, ports);
  return {
    ...whisper([done(`You ${said}: ${approval.says}.`)]),
    entries: [entryOf(approval, said, job.place.person, ports, job.comment)],
  };
}

/** Ends a request whose requester lost the right to it, and tells everybody. */
async function forfeited(approval: Approval, why: string, ports: Ports): Promise<Result> {
  const stepped = await ports.approvals.change(approval.id, (now) => forfeit(now, why, ports.clock()));
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Your click changed nothing.`)]);
  await refresh(stepped.approval, ports);
  await tellAsker(stepped.approval, ports);
  return {
    ...whisper([failed(`The request has ended, for its requester may not make it any more: ${why}`)]),
    entries: [entryOf(approval, 'refused', approval.asker, ports, why)],
  };
}

/** Voids a request that is no longer what its asker asked for, and says what has changed. */
async function ifStale(approval: Approval, ports: Ports): Promise<Result | undefined> {
  const prepared = reconsider(approval);
  if (!prepared) return undefined;
  const { hash, judged } = await judge(prepared, approval.place, ports, approval.undoes);
  if (hash === approval.hash) return undefined;
  const stepped = await ports.approvals.change(approval.id, (now) => spoil(now, 'open', ports.clock()));
  if ('refused' in stepped) return whisper([failed(`${stepped.refused} Your click changed nothing.`)]);
  const changes = differences(approval.judged, judged);
  const { shown, entries } = await announceStale(stepped.approval, changes, ports);
  return { ...whisper(shown), entries };
}
