/** Slack refused a look-up because the Slack app lacks a scope. Only an admin can add it. Nothing was sent to the cloud API. */
export class MissingScope extends Error {
  override readonly name = 'MissingScope';
  /** Slack's name of the scope: `users:read`. */
  readonly scope: string;

  constructor(scope: string) {
    super(`The Slack app lacks the scope ${scope}`);
    this.scope = scope;
  }
}
