import type { Place } from '../../core/reply-target.ts';

/** Who asked, from where, and the trigger that Slack gave for it. */
export interface Asking {
  readonly id: string;
  readonly team: string;
  readonly place: Place;
  readonly trigger: string;
}
