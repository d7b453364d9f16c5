import { request } from 'node:https';
import { isSigned, type Signed } from './is-signed.ts';

/** The lower bound over TLS, with nothing but Node: checks the signature, and makes two unsigned AWS calls. */
const call = (address = '', action: string, body: object): Promise<string> =>
  new Promise((resolve, reject) => {
    request(address, { method: 'POST', headers: { 'x-amz-target': action } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });

const secret = call(process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER, 'secretsmanager.GetSecretValue', {
  SecretId: process.env.SLACK_SIGNING_SECRET_ID,
});

export async function handler(event: Signed) {
  const { signingSecret } = JSON.parse(JSON.parse(await secret).SecretString);
  const isValid = isSigned(event, signingSecret);
  const MessageBody = Buffer.from(event.body, 'base64').toString();
  await call(process.env.QUEUE_URL, 'AmazonSQS.SendMessage', { MessageBody });
  return { statusCode: isValid ? 200 : 401, body: '' };
}
