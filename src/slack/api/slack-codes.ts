import type { Again } from '../../core/call-failed.ts';

/*
 * Slack's error codes by what they are about, which says when a retry can succeed and what can be done instead. The only list of
 * them: https://docs.slack.dev/reference/methods has them for each method.
 */

/** What an error code is about. */
export type About =
  | 'service'
  | 'token'
  | 'workspace'
  | 'access'
  | 'person'
  | 'group'
  | 'place'
  | 'message'
  | 'content'
  | 'view';

const codes: Readonly<Record<About, readonly string[]>> = {
  /** Slack has a problem, or limits the rate. */
  service: [
    'internal_error',
    'fatal_error',
    'service_unavailable',
    'request_timeout',
    'ratelimited',
    'rate_limited',
    'team_added_to_org',
  ],
  /** The token is invalid or revoked. The secret may have been rotated since it was read. */
  token: ['invalid_auth', 'token_revoked', 'token_expired', 'account_inactive', 'not_authed'],
  /** The workspace takes no calls of this app, whatever the method. */
  workspace: [
    'org_login_required',
    'ekm_access_denied',
    'team_access_not_granted',
    'enterprise_is_restricted',
    'two_factor_setup_required',
    'accesslimited',
  ],
  /** The app may not call this method: it lacks a scope. */
  access: ['missing_scope', 'no_permission', 'not_allowed_token_type', 'access_denied'],
  /** Slack does not know the user id, or the token may not see the profile. */
  person: ['user_not_found', 'user_not_visible', 'users_not_found'],
  /** There is no such user group. A workspace has none at all if its plan lacks them. */
  group: ['no_such_subteam', 'subteam_not_found', 'plan_upgrade_required'],
  /** Skydesk can't post to the channel or thread. A new message there would fail as well. */
  place: [
    'channel_not_found',
    'not_in_channel',
    'user_not_in_channel',
    'is_archived',
    'restricted_action',
    'restricted_action_read_only_channel',
    'restricted_action_thread_only_channel',
    'restricted_action_non_threadable_channel',
    'restricted_action_thread_locked',
    'thread_not_found',
    'cannot_reply_to_message',
    'messages_tab_disabled',
  ],
  /** The message was deleted or can't be edited. */
  message: ['message_not_found', 'cant_update_message', 'edit_window_closed', 'is_inactive'],
  /** Slack does not accept the blocks. */
  content: [
    'invalid_blocks',
    'invalid_blocks_format',
    'msg_blocks_too_long',
    'invalid_attachments',
    'invalid_arguments',
    'invalid_view',
  ],
  /** The view was closed, or has changed since. */
  view: ['not_found', 'hash_conflict', 'expired_trigger_id', 'exchanged_trigger_id'],
};

/** Returns whether an error code is about one of these. */
export const isAbout = (code: string, ...about: readonly About[]): boolean =>
  about.some((one) => codes[one].includes(code));

/** Returns when a call that Slack refused with this code can succeed. An unknown code is final. */
export function againAfter(code: string): Again {
  if (isAbout(code, 'service')) return 'soon';
  return isAbout(code, 'token', 'workspace', 'access') ? 'when cured' : 'never';
}

/**
 * Returns the error code of a response if it looks like one of Slack's; else undefined. Nothing else may be logged: a proxy that
 * answers in place of Slack may echo the request, including the token.
 */
export const errorCodeIn = (error: unknown): string | undefined =>
  typeof error === 'string' && /^\w{1,80}$/.test(error) ? error : undefined;
