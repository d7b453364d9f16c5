/*
 * Kinds of Slack ids by their first letters. One person can have two user ids: on Enterprise Grid, W… is the organization's.
 * Documented at https://docs.slack.dev/reference/objects
 */

const rest = '[A-Z0-9]{1,30}';
const user = new RegExp(`^[UW]${rest}$`);
const team = new RegExp(`^T${rest}$`);
const group = new RegExp(`^S${rest}$`);
const channel = new RegExp(`^[CG]${rest}$`);
const permalink =
  /^https:\/\/(?:[a-z0-9-]{1,63}\.){1,3}slack(?:-gov)?\.com\/archives\/[A-Z0-9]{1,31}\/p\d{1,20}(?:\?thread_ts=[\d.]{1,21}&cid=[A-Z0-9]{1,31})?$/;

export const isUserId = (text: string): boolean => user.test(text);
export const isTeamId = (text: string): boolean => team.test(text);
export const isGroupId = (text: string): boolean => group.test(text);
export const isChannelId = (text: string): boolean => channel.test(text);
/** Returns whether a text looks like a permalink: https://docs.slack.dev/reference/methods/chat.getPermalink */
export const isPermalink = (text: string): boolean => permalink.test(text);
