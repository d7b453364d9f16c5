import { CallFailed } from '../core/call-failed.ts';

/** Slack refused a look-up because the Slack app lacks a scope. Only an admin can add it. Nothing was sent to the cloud API. */
export class MissingScope extends CallFailed {
  override readonly name = 'MissingScope';
  override readonly system = 'Slack';
  override readonly code = 'missing_scope';
  /** Slack's name of the scope: `users:read`. */
  readonly scope: string;

  constructor(scope: string) {
    super(`The Slack app lacks the scope ${scope}`, 'when cured');
    this.scope = scope;
  }
}
