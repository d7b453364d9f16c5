import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ClientRequest, request as http } from 'node:http';
import { request as https } from 'node:https';

/** The lower bound over TLS: the signature, and two calls of AWS that nobody signs, with nothing but Node. */
const open = (address: string | undefined): ClientRequest => {
  const url = new URL(address ?? '');
  return (url.protocol === 'https:' ? https : http)(url, { method: 'POST' });
};

async function call(address: string | undefined, action: string, body: string): Promise<string> {
  const request = open(address).setHeader('x-amz-target', action);
  request.end(body);
  const response = await new Promise<AsyncIterable<Buffer>>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
}

const secret = call(
  process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER,
  'secretsmanager.GetSecretValue',
  JSON.stringify({ SecretId: process.env.SLACK_SECRET_ID }),
);

export async function handler(event: { headers: Record<string, string>; body: string }) {
  const { signingSecret } = JSON.parse(JSON.parse(await secret).SecretString);
  const body = Buffer.from(event.body, 'base64').toString();
  const base = `v0:${event.headers['x-slack-request-timestamp']}:${body}`;
  const expected = `v0=${createHmac('sha256', signingSecret).update(base).digest('hex')}`;
  const given = event.headers['x-slack-signature'] ?? '';
  const valid =
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
  await call(process.env.QUEUE_URL, 'AmazonSQS.SendMessage', JSON.stringify({ MessageBody: body }));
  return { statusCode: valid ? 200 : 401, body: '' };
}
