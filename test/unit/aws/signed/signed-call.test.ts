import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverError, throttled } from '../../../../local/aws/index.ts';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { queueAt, readSecret } from '../../../../src/aws/signed/receiver-calls.ts';
import { signedCall } from '../../../../src/aws/signed/signed-call.ts';
import { remainingMs, withDeadline } from '../../../../src/core/deadline.ts';
import { messageVersion } from '../../../../src/queue/message-version.ts';
import { localAws } from '../../../support/local-aws.ts';

afterEach(() => vi.unstubAllEnvs());
beforeEach(() => use({ AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'key' }));

function use(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
}

async function cloud() {
  const local = await localAws({ secrets: { 'sky/slack': { signingSecret: 'ü😀' }, plain: 'text' } });
  use(local.aws.environment);
  return local;
}

describe('a call signed here and the SDK get equal responses', () => {
  test.each(['sky/slack', 'plain'])('secret %s', async (id) => {
    const { secretsManager } = await cloud();
    const { SecretString } = await secretsManager.send(new GetSecretValueCommand({ SecretId: id }));
    expect(await readSecret(id)).toBe(SecretString);
  });

  test('refusal', async () => {
    const { secretsManager, aws } = await cloud();
    const own = readSecret('none').catch((error: unknown) => error);
    const sdk = secretsManager
      .send(new GetSecretValueCommand({ SecretId: 'none' }))
      .catch((error) => error.name);
    expect(await own).toMatchObject({ name: 'AwsError', type: await sdk });
    expect(aws.faults.calls('SecretsManager.GetSecretValue')).toBe(2);
  });

  test('message', async () => {
    const { sqs, aws } = await cloud();
    const job = { line: 'größer 😀 <&> "x" \u0000 \uffff' };
    await queueAt<object>(aws.queueUrl).send(job);
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: aws.queueUrl, MaxNumberOfMessages: 10 }),
    );
    expect(Messages.map(({ Body = '' }) => JSON.parse(Body))).toEqual([{ v: messageVersion, ...job }]);
    for (const { Body = '' } of Messages) expect(Body).not.toMatch(/[\ufffe\uffff]/);
  });

  test('delay', async () => {
    const { sqs, aws } = await cloud();
    await queueAt<object>(aws.queueUrl).send({ a: 1 }, 900);
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: aws.queueUrl }));
    expect(Messages).toEqual([]);
  });
});

describe('a failure that a retry may help is retried once', () => {
  test.each([
    ['a server error', serverError],
    ['throttling', throttled],
    ['a lost connection', { kind: 'drop' }],
    ['a lost answer', { kind: 'lose' }],
  ] as const)('after %s', async (_, fault) => {
    const { aws } = await cloud();
    aws.faults.next('SecretsManager.GetSecretValue', fault);
    expect(await readSecret('plain')).toBe('text');
    expect(aws.faults.calls('SecretsManager.GetSecretValue')).toBe(2);
  });

  test.each([
    ['a server error', serverError, { type: 'InternalServerError' }],
    ['throttling', throttled, { type: 'ThrottlingException' }],
    ['a lost connection', { kind: 'drop' }, { type: 'unreachable' }],
  ] as const)('but only once after %s', async (_, fault, error) => {
    const { aws } = await cloud();
    aws.faults.next('SecretsManager.GetSecretValue', fault, 5);
    await expect(readSecret('plain')).rejects.toMatchObject({ name: 'AwsError', ...error });
    expect(aws.faults.calls('SecretsManager.GetSecretValue')).toBe(2);
  });

  test('not at all after a refusal', async () => {
    const { aws } = await cloud();
    aws.faults.next('SecretsManager.GetSecretValue', { kind: 'refuse', type: 'AccessDeniedException' });
    await expect(readSecret('plain')).rejects.toMatchObject({ type: 'AccessDeniedException' });
    expect(aws.faults.calls('SecretsManager.GetSecretValue')).toBe(1);
  });
});

/** A server in place of AWS; it keeps the requests. */
async function server(answer: RequestListener) {
  const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const { url, close } = await listenOnLoopback(async (request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers, body: await text(request) });
    answer(request, response);
  });
  onTestFinished(close);
  return { url, seen };
}
const call = (endpoint: string) =>
  signedCall({
    service: 'sqs',
    endpoint,
    target: 'AmazonSQS.SendMessage',
    version: '1.0',
    input: { a: 'ü' },
  });

test.each([
  ['HTML', 502, '<html>', '502', 2],
  ['nothing', 500, '', '500', 2],
  ['half a JSON', 400, '{"__type":', '400', 1],
  ['a name in its space', 400, '{"__type":"com.amazonaws.sqs#QueueDoesNotExist"}', 'QueueDoesNotExist', 1],
  ['another throttling', 400, '{"__type":"RequestThrottled"}', 'RequestThrottled', 2],
  ['too many requests', 429, '', '429', 2],
  ['a request that took too long', 408, '', '408', 2],
  ['a timeout by its name', 400, '{"__type":"RequestTimeoutException"}', 'RequestTimeoutException', 2],
  ['a redirection', 301, '', '301', 1],
])(
  'an error with %s has a name, and is retried if that may help',
  async (_, status, body, type, attempts) => {
    const { url, seen } = await server((_request, response) => response.writeHead(status).end(body));
    await expect(call(url)).rejects.toMatchObject({ name: 'AwsError', type });
    expect(seen).toHaveLength(attempts);
  },
);

test('a refused connection is unreachable', async () => {
  const { url, close } = await listenOnLoopback(() => {});
  await close();
  await expect(call(`${url}/`)).rejects.toMatchObject({ type: 'unreachable' });
});

describe('calls with one deadline', () => {
  test('end with it, and no second attempt starts after it', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const limit = new AbortController();
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    const { url, seen } = await server(() => {
      clock.mockReturnValue(1_300);
      limit.abort(new DOMException('300 ms are over', 'TimeoutError'));
    });
    await expect(withDeadline(300, () => call(url))).rejects.toMatchObject({ type: 'unreachable' });
    expect(limits.mock.calls).toEqual([[300]]);
    expect(seen).toHaveLength(1);
  });

  test('share the rest of it', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const { url } = await server((_, response) => response.end('{}'));
    await withDeadline(500, async () => {
      await call(url);
      clock.mockReturnValue(1_200);
      await call(url);
    });
    expect(limits.mock.calls).toEqual([[500], [300]]);
    expect(remainingMs(900)).toBe(900);
  });
});

describe('a success without a body from AWS', () => {
  const words = [
    ['nothing', ''],
    ['HTML', '<!DOCTYPE html>'],
    ['half a JSON text', '{"MessageId":"5'],
  ];
  test.each(words)('%s is requested once more', async (_, text) => {
    const { url, seen } = await server((_request, response) =>
      response.end(seen.length === 1 ? text : '{"a":1}'),
    );
    expect(await call(url)).toEqual({ a: 1 });
  });

  test.each([...words, ['another JSON text', '{}']])(
    '%s means that a message was not queued',
    async (_, text) => {
      const { url } = await server((_request, response) => response.end(text));
      use({ AWS_ENDPOINT_URL_SQS: url });
      await expect(queueAt<object>(`${url}/queue`).send({ a: 1 })).rejects.toThrow('AWS: ');
    },
  );
});

test('a missing region is named', async () => {
  vi.stubEnv('AWS_REGION', '');
  await expect(call('http://127.0.0.1:1/')).rejects.toThrow('AWS_REGION');
});

test('the signature is the one that AWS’s own signer makes', async () => {
  use({ AWS_SESSION_TOKEN: 'session' });
  const { url, seen } = await server((_request, response) => response.end('{}'));
  await call(url);
  const [sent] = seen;
  const headers = sent?.headers ?? {};
  const [, signedHeaders = ''] = /SignedHeaders=([^,]+)/.exec(String(headers.authorization)) ?? [];
  // The SDK's own copy, as the bundles have it. It isn't in package.json, since nothing else of ours calls it.
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { Hash } = await import('@smithy/core/serde');
  const signer = new SignatureV4({
    service: 'sqs',
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKID', secretAccessKey: 'key', sessionToken: 'session' },
    sha256: Hash.bind(undefined, 'sha256'),
    applyChecksum: false,
  });
  const date = String(headers['x-amz-date']);
  const wanted = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: '/',
      query: {},
      headers: Object.fromEntries(
        signedHeaders
          .split(';')
          .flatMap((name) =>
            name.startsWith('x-amz-date') || name === 'x-amz-security-token'
              ? []
              : [[name, String(headers[name])]],
          ),
      ),
      body: sent?.body,
    },
    { signingDate: new Date(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z')) },
  );
  const parts = (text: string | undefined) =>
    String(text).replaceAll(' ', '').replace('AWS4-HMAC-SHA256', '').split(',');
  expect(signedHeaders.split(';')).toEqual(
    expect.arrayContaining(['content-type', 'host', 'x-amz-date', 'x-amz-security-token', 'x-amz-target']),
  );
  expect(parts(headers.authorization)).toEqual(parts(wanted.headers.authorization));
});
