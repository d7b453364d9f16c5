/** Slack said no, and will say it again; `reason` is its own word for why: `not_in_channel`. */
export class SlackRefusal extends Error {
  override readonly name = 'SlackRefusal';
  readonly reason: string;

  constructor(reason: string) {
    super(`Slack: ${reason}`);
    this.reason = reason;
  }
}

/** Slack's words for a token that it does not take, or no longer: the secret may hold another by now. */
export const tokenTrouble = [
  'invalid_auth',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'not_authed',
];

/** Refusals that end when an administrator has put something right: until then it is worth trying again. */
const curable = [...tokenTrouble, 'missing_scope', 'org_login_required', 'ekm_access_denied'];

/** Whether Slack said no, and no attempt will change that. */
export const isFinal = (error: unknown): boolean =>
  error instanceof SlackRefusal && !curable.includes(error.reason);

/** Slack's words for trouble of its own, which can be gone at the next attempt. */
export const busy = [
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
  'rate_limited',
  'team_added_to_org',
];

/**
 * The reason that stands in an answer, if it is a word as Slack has them; undefined where something else answered in
 * Slack's place. Such a thing may have repeated what it was sent, the token included.
 */
export const reasonIn = (error: unknown): string | undefined =>
  typeof error === 'string' && /^\w{1,80}$/.test(error) ? error : undefined;
