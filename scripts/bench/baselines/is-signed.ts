import { createHmac, timingSafeEqual } from 'node:crypto';

/** What API Gateway hands to a baseline. */
export interface Signed {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The least that a bot must do for Slack. It shares nothing with the bot, which is measured against it. */
export function isSigned({ headers, body }: Signed, signingSecret: string): boolean {
  const base = `v0:${headers['x-slack-request-timestamp']}:${Buffer.from(body, 'base64').toString()}`;
  const expected = `v0=${createHmac('sha256', signingSecret).update(base).digest('hex')}`;
  const given = headers['x-slack-signature'] ?? '';
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
