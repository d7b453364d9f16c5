import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { Job } from '../../queue/job.ts';
import { workspaceOf } from './payload-schema.ts';

/** Returns the part of a job that describes the interaction behind it: the person, the workspace and the place. */
export const originOf = (
  body: Parameters<typeof workspaceOf>[0],
  { requestId }: Readonly<Record<string, unknown>>,
  replyTo: ReplyTarget,
): Pick<Job, 'id' | 'team' | 'replyTo'> => ({ id: String(requestId), team: workspaceOf(body), replyTo });

/** An interaction that can open a modal, with Slack's `trigger_id`. */
export type Interaction = ReturnType<typeof originOf> & { readonly trigger: string };
