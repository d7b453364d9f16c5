import { type ClientRequest, request as http } from 'node:http';
import { request as https } from 'node:https';
import { isSigned, type Signed } from './is-signed.ts';

/** The lower bound over TLS, with nothing but Node: checks the signature, and makes two unsigned AWS calls. */
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
  JSON.stringify({ SecretId: process.env.SLACK_SIGNING_SECRET_ID }),
);

export async function handler(event: Signed) {
  const { signingSecret } = JSON.parse(JSON.parse(await secret).SecretString);
  const isValid = isSigned(event, signingSecret);
  await call(
    process.env.QUEUE_URL,
    'AmazonSQS.SendMessage',
    JSON.stringify({ MessageBody: messageOf(event) }),
  );
  return { statusCode: isValid ? 200 : 401, body: '' };
}

const messageOf = ({ body }: Signed): string => Buffer.from(body, 'base64').toString();
