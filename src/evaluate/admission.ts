import type { Part } from '../answer/answer.ts';
import { refusedHere } from '../policy/place.ts';
import type { Job } from '../queue/job.ts';
import type { PeopleDependencies } from './build-context.ts';
import { typeItIn } from './who-can.ts';

/** Why a person can't use Skydesk. */
export interface Rejection {
  /** A sentence. */
  readonly why: string;
  /** The next step for the person. */
  readonly next: readonly Part[];
}

/**
 * Resolves to the reason why Skydesk can't be used in this channel or workspace, or by this person; undefined if it can.
 * `typed`: a command, which the policy can forbid in a channel; buttons work wherever they were posted.
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
 * Sets the user id that everything about the job's person is stored under, since Slack can send another of their ids with each
 * click. Rejects if Slack can't be reached.
 */
export async function identified<Some extends Pick<Job, 'replyTo'>>(
  job: Some,
  { members }: Pick<PeopleDependencies, 'members'>,
): Promise<Some> {
  const member = await members.check(job.replyTo.person);
  return 'refused' in member ? job : { ...job, replyTo: { ...job.replyTo, person: member.id } };
}
