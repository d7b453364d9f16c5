import { formType, sign, signedHeaders } from '../../local/slack/human/sign.ts';
import type { GatewayEvent } from '../../src/http/gateway-event.ts';

export const secret = 'a-signing-secret';
export const now = Date.UTC(2026, 10, 21, 12);
export const seconds = String(now / 1000);

export const signature = (body: string | Buffer, timestamp = seconds, key = secret): string =>
  sign(key, timestamp, body);

/** A request as Slack signs it; `more` replaces headers, and undefined removes one. */
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

/** An event of the workspace T1, where the bot is U0BOT; `around` replaces members of its envelope. */
export const signedEvent = (about: object, around: object = {}): GatewayEvent =>
  signed(
    JSON.stringify({
      type: 'event_callback',
      team_id: 'T1',
      event_id: 'Ev1',
      authorizations: [{ team_id: 'T1', user_id: 'U0BOT', is_bot: true }],
      event: about,
      ...around,
    }),
    'application/json',
  );

export const inBase64 = (event: GatewayEvent): GatewayEvent => ({
  ...event,
  body: Buffer.from(event.body ?? '').toString('base64'),
  isBase64Encoded: true,
});
