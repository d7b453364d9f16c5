import aws4 from 'aws4';
import { timeFor } from '../../core/deadline.ts';
import { type HttpAnswer, request } from '../../http/request.ts';
import { AwsError, unreachable } from '../lambda/aws-error.ts';
import { required } from '../lambda/environment.ts';

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

/** Milliseconds per attempt. A person waits for the acknowledgement, so there is one retry and no pause before it. */
const timeoutMs = 900;
const maxAttempts = 2;

class Retryable extends AwsError {}

/**
 * Signs and sends one action without the SDK, and retries it once where that may help, within a shared deadline.
 * Rejects with an `AwsError`.
 */
export async function signedCall(call: Call): Promise<Readonly<Record<string, unknown>>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(call);
    } catch (error) {
      const again = error instanceof Retryable && attempt < maxAttempts && timeFor(timeoutMs) > 0;
      if (!again) throw error;
    }
  }
}

async function send({ service, endpoint, target, version, input }: Call): Promise<Record<string, unknown>> {
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
    signal: AbortSignal.timeout(timeFor(timeoutMs)),
  }).catch(() => {
    throw new Retryable(unreachable);
  });
  return read(answer);
}

function read({ status, text }: HttpAnswer): Record<string, unknown> {
  const content = parse(text);
  if (status < 300) {
    if (content) return content;
    throw new Retryable(unreachable);
  }
  const type = String(content?.__type ?? status).replace(/^.*#/, '');
  const temporary =
    status >= 500 ||
    status === 408 ||
    status === 429 ||
    /throttl|RequestLimitExceeded|RequestTimeout/i.test(type);
  throw temporary ? new Retryable(type) : new AwsError(type);
}

/** Undefined for what is no JSON; something between here and AWS may answer in its place. */
function parse(text: string): Record<string, unknown> | undefined {
  try {
    const content: Record<string, unknown> | null = JSON.parse(text);
    return { ...content };
  } catch {
    return undefined;
  }
}
