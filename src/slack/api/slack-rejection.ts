import { CallFailed } from '../../core/call-failed.ts';
import { type About, againAfter, isAbout } from './slack-codes.ts';

/** Slack refused a call. `reason` is Slack's error code: `not_in_channel`. */
export class SlackRejection extends CallFailed {
  override readonly name = 'SlackRejection';
  override readonly system = 'Slack';
  readonly reason: string;

  constructor(reason: string) {
    super(`Slack: ${reason}`, againAfter(reason));
    this.reason = reason;
  }

  override get code(): string {
    return this.reason;
  }
}

/** Whether Slack refused a call for a reason that is about one of these. */
export const isRejection = (error: unknown, ...about: readonly About[]): error is SlackRejection =>
  error instanceof SlackRejection && isAbout(error.reason, ...about);
