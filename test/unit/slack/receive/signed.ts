import { formType, sign, signedHeaders } from '../../../../local/slack/human/sign.ts';
import type { GatewayEvent } from '../../../../src/slack/receive/signed-request.ts';

export const secret = 'a-signing-secret';
export const now = Date.UTC(2026, 10, 21, 12);
export const seconds = String(now / 1000);

export const signature = (body: string | Buffer, timestamp = seconds, key = secret): string =>
  sign(key, timestamp, body);

/** A request as Slack signs it; `more` replaces headers, and undefined takes one away. */
export const signed = (
  body: string,
  contentType = formType,
  more: Readonly<Record<string, string | undefined>> = {},
): GatewayEvent => ({
  headers: {
    ...signedHeaders(secret, more['x-slack-request-timestamp'] ?? seconds, body, contentType),
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
