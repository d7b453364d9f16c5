import { createHmac } from 'node:crypto';
import type { GatewayEvent } from '../../../../src/slack/receive/signed-request.ts';

export const secret = 'a-signing-secret';
export const now = Date.UTC(2026, 10, 21, 12);
export const seconds = String(now / 1000);

export const signature = (body: string | Buffer, timestamp = seconds, key = secret): string =>
  `v0=${createHmac('sha256', key).update(`v0:${timestamp}:`).update(body).digest('hex')}`;

/** A request as Slack signs it; `more` replaces headers, and undefined takes one away. */
export const signed = (
  body: string,
  contentType = 'application/x-www-form-urlencoded',
  more: Readonly<Record<string, string | undefined>> = {},
): GatewayEvent => ({
  headers: {
    'content-type': contentType,
    'x-slack-request-timestamp': seconds,
    'x-slack-signature': signature(body, more['x-slack-request-timestamp'] ?? seconds),
    ...more,
  },
  body,
  isBase64Encoded: false,
});

export const inBase64 = (event: GatewayEvent): GatewayEvent => ({
  ...event,
  body: Buffer.from(event.body ?? '').toString('base64'),
  isBase64Encoded: true,
});
