import type { ReplyTarget } from '../../core/reply-target.ts';

/** An interaction that can open a modal: who acted and where, with Slack's `trigger_id`. */
export interface Interaction {
  readonly id: string;
  readonly team: string;
  readonly place: ReplyTarget;
  readonly trigger: string;
}
