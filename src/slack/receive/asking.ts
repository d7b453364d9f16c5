import type { ReplyTarget } from '../../messaging/reply-target.ts';

/** An interaction that can open a modal: who acted and where, with Slack's `trigger_id`. */
export interface Interaction {
  readonly id: string;
  readonly team: string;
  readonly replyTo: ReplyTarget;
  readonly trigger: string;
}
