import { createHmac, timingSafeEqual } from 'node:crypto';

/** The floor: checks the signature and acknowledges, with nothing but Node. */
export async function handler(event: { headers: Record<string, string>; body: string }) {
  const body = Buffer.from(event.body, 'base64').toString();
  const base = `v0:${event.headers['x-slack-request-timestamp']}:${body}`;
  const expected = `v0=${createHmac('sha256', process.env.SLACK_SIGNING_SECRET ?? '')
    .update(base)
    .digest('hex')}`;
  const given = event.headers['x-slack-signature'] ?? '';
  const valid =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  return { statusCode: valid ? 200 : 401, body: '' };
}
