import type { ClientRequest, IncomingMessage } from 'node:http';
import aws4 from 'aws4';
import { timeFor } from '../core/deadline.ts';
import { required } from './environment.ts';

/** One action of an AWS service that speaks JSON. */
export interface Call {
  /** The service's name in signatures: `sqs`. */
  readonly service: string;
  readonly endpoint: string;
  /** `AmazonSQS.SendMessage`. */
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly input: Readonly<Record<string, unknown>>;
}

/** AWS answered with an error, or not at all. `type` is AWS's own name for it. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly type: string;
  readonly retryable: boolean;

  constructor(type: string, retryable: boolean) {
    super(`AWS: ${type}`);
    this.type = type;
    this.retryable = retryable;
  }
}

const patience = 900;

/**
 * Signs and sends one action without an SDK, which would cost a cold start about 50 ms. Waits 900 ms at most
 * and tries once more where that may help, both as far as a shared deadline allows. Rejects with an `AwsError`.
 */
export async function signedCall(call: Call): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await send(call);
  } catch (error) {
    if (error instanceof AwsError && error.retryable && timeFor(patience) > 0) return send(call);
    throw error;
  }
}

async function send({ service, endpoint, target, version, input }: Call): Promise<Record<string, unknown>> {
  const url = new URL(endpoint);
  const body = JSON.stringify(input);
  const request = aws4.sign({
    service,
    region: required('AWS_REGION'),
    host: url.host,
    method: 'POST',
    path: url.pathname,
    headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target },
    body,
  });
  const { request: open } = url.protocol === 'http:' ? await import('node:http') : await import('node:https');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing: ClientRequest = open(
      {
        host: url.hostname,
        port: url.port,
        path: request.path ?? '/',
        method: 'POST',
        headers: request.headers ?? {},
        signal: AbortSignal.timeout(timeFor(patience)),
      },
      resolve,
    );
    outgoing.on('error', () => reject(new AwsError('unreachable', true)));
    outgoing.end(body);
  });
  return read(answer);
}

async function read(answer: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  try {
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  } catch {
    throw new AwsError('unreachable', true);
  }
  const status = answer.statusCode ?? 500;
  const content = parse(text);
  if (status < 300) {
    if (content) return content;
    throw new AwsError('unreadable answer', true);
  }
  const type = String(content?.__type ?? status).replace(/^.*#/, '');
  throw new AwsError(type, status >= 500 || status === 429 || /throttl/i.test(type));
}

/** Undefined for what is no JSON; something between here and AWS may answer in its place. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    return { ...(JSON.parse(text) as Record<string, unknown>) };
  } catch {
    return undefined;
  }
}
