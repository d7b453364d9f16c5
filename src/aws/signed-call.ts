import { setTimeout as delay } from 'node:timers/promises';
import aws4 from 'aws4';
import { timeFor } from '../core/deadline.ts';
import { type HttpAnswer, request } from '../http/request.ts';
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
  /** Success may be told without a word. */
  readonly silent?: boolean;
}

/** AWS answered with an error, or not at all. `type` is AWS's own name for it, `content` what it said besides. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  readonly type: string;
  readonly retryable: boolean;
  readonly content: Readonly<Record<string, unknown>>;

  constructor(type: string, retryable: boolean, content: Readonly<Record<string, unknown>> = {}) {
    super(`AWS: ${type}`);
    this.type = type;
    this.retryable = retryable;
    this.content = content;
  }
}

/** How long to wait for an answer and how often to ask; times in milliseconds. */
export interface Patience {
  readonly wait: number;
  readonly attempts: number;
  /** The longest pause before the second attempt; it doubles with each. */
  readonly pause: number;
}

/** Where a person waits for an acknowledgement. */
const hurried: Patience = { wait: 900, attempts: 2, pause: 0 };
/** Where nobody counts the milliseconds. */
export const patient: Patience = { wait: 3000, attempts: 3, pause: 100 };

/**
 * Signs and sends one action without an SDK, which would cost a cold start about 50 ms. Tries again where that may
 * help, as far as a shared deadline allows. Rejects with an `AwsError`.
 */
export async function signedCall(
  call: Call,
  { wait, attempts, pause }: Patience = hurried,
): Promise<Readonly<Record<string, unknown>>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(call, wait);
    } catch (error) {
      const again = error instanceof AwsError && error.retryable && attempt < attempts;
      if (!again || timeFor(wait) === 0) throw error;
      if (pause > 0) await delay(Math.random() * pause * 2 ** (attempt - 1));
    }
  }
}

async function send(
  { service, endpoint, target, version, input, silent = false }: Call,
  wait: number,
): Promise<Record<string, unknown>> {
  const url = new URL(endpoint);
  const body = JSON.stringify(input);
  const signed = aws4.sign({
    service,
    region: required('AWS_REGION'),
    host: url.host,
    method: 'POST',
    path: url.pathname,
    headers: { 'content-type': `application/x-amz-json-${version}`, 'x-amz-target': target },
    body,
  });
  const answer = await request(url, {
    method: 'POST',
    headers: signed.headers ?? {},
    body,
    signal: AbortSignal.timeout(timeFor(wait)),
  }).catch(() => {
    throw new AwsError('unreachable', true);
  });
  return read(answer, silent);
}

function read({ status, text }: HttpAnswer, silent: boolean): Record<string, unknown> {
  const content = parse(text);
  if (status < 300) {
    if (content) return content;
    if (silent && text === '') return {};
    throw new AwsError('unreadable answer', true);
  }
  const type = String(content?.__type ?? status).replace(/^.*#/, '');
  throw new AwsError(type, status >= 500 || status === 408 || status === 429 || passing.test(type), content);
}

const passing = /throttl|ThroughputExceeded|RequestLimitExceeded|RequestTimeout|TransactionInProgress/i;

/** Undefined for what is no JSON; something between here and AWS may answer in its place. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const content: Record<string, unknown> | null = JSON.parse(text);
    return { ...content };
  } catch {
    return undefined;
  }
}
