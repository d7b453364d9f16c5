import type { Part } from '../answer/answer.ts';
import { refusedHere } from '../policy/place.ts';
import type { Job } from '../queue/job.ts';
import type { PeopleDependencies } from './build-context.ts';
import { typeItIn } from './who-can.ts';

/** Why a person can't use Skydesk. */
export interface Rejection {
  /** A sentence. */
  readonly why: string;
  /** What to do next. */
  readonly next: readonly Part[];
}

/**
 * Why Skydesk can't be used in this channel or workspace, or by this person; undefined if it can. `typed`: a command, which the
 * policy can forbid in a channel; buttons work wherever they were posted.
 */
export async function rejectionOf(
  { replyTo, team }: Pick<Job, 'replyTo' | 'team'>,
  typed: boolean,
  { policy, members }: Pick<PeopleDependencies, 'policy' | 'members'>,
): Promise<Rejection | undefined> {
  const here = refusedHere(
    { team, channel: replyTo.channel },
    typed ? policy : { ...policy, channels: undefined },
  );
  if (here) return { why: here.why, next: [typeItIn(here.where)] };
  const member = await members.check(replyTo.person, team);
  return 'refused' in member ? { why: member.refused, next: [] } : undefined;
}

/**
 * The job with the user id that everything about its person is stored under, since Slack can send another id of theirs with
 * each click. Rejects if Slack can't be reached.
 */
export async function identified<Some extends Pick<Job, 'replyTo'>>(
  job: Some,
  { members }: Pick<PeopleDependencies, 'members'>,
): Promise<Some> {
  const member = await members.check(job.replyTo.person);
  return 'refused' in member ? job : { ...job, replyTo: { ...job.replyTo, person: member.id } };
}
