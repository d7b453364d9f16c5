import { Refused } from '../../messaging/refused.ts';

/** Slack's error codes for an invalid or revoked token. The secret may have been rotated since it was read. */
export const tokenErrors = [
  'invalid_auth',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'not_authed',
];

/** Error codes that an administrator can resolve, after which a retry can succeed. */
const curable = [...tokenErrors, 'missing_scope', 'org_login_required', 'ekm_access_denied'];

/** Slack refused a call. `reason` is Slack's error code: `not_in_channel`. */
export class SlackRejection extends Refused {
  override readonly name = 'SlackRejection';
  readonly reason: string;

  constructor(reason: string) {
    super(`Slack: ${reason}`, !curable.includes(reason));
    this.reason = reason;
  }

  /** For logs. */
  get code(): string {
    return this.reason;
  }
}

/** Slack's error codes for a user id that it does not know, or whose profile the token may not see. */
export const unknownPerson = /^user_not/;

/** Slack's error codes for temporary errors and rate limits: a retry can succeed. */
export const temporaryErrors = [
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'ratelimited',
  'rate_limited',
  'team_added_to_org',
];

/**
 * Returns the error code of a response if it looks like one of Slack's; else undefined. Nothing else may be logged: a proxy that
 * answers in place of Slack may echo the request, including the token.
 */
export const errorCodeIn = (error: unknown): string | undefined =>
  typeof error === 'string' && /^\w{1,80}$/.test(error) ? error : undefined;
