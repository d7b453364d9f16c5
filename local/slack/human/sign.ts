import { createHmac } from 'node:crypto';

/**
 * Computes the `X-Slack-Signature` of a body. Written from Slack's documentation and not from the bot's check, so that both check
 * each other: https://docs.slack.dev/authentication/verifying-requests-from-slack
 * @param timestamp seconds since 1970, as in `X-Slack-Request-Timestamp`
 */
export function sign(signingSecret: string, timestamp: string, body: string | Buffer): string {
  const hmac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(body);
  return `v0=${hmac.digest('hex')}`;
}

export const formType = 'application/x-www-form-urlencoded';

export const signedHeaders = (
  signingSecret: string,
  timestamp: string,
  body: string | Buffer,
  contentType = formType,
) => ({
  'content-type': contentType,
  'x-slack-request-timestamp': timestamp,
  'x-slack-signature': sign(signingSecret, timestamp, body),
});
