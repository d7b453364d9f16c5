import aws4 from 'aws4';
import type { Millis } from '../../core/clock.ts';
import { remainingMs } from '../../core/deadline.ts';
import { parseJsonObject } from '../../core/parse-json.ts';
import { type HttpResponse, request } from '../../http/request.ts';
import { againAfter, unreachable } from '../lambda/aws-codes.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { required } from '../lambda/environment.ts';

/** A call of an AWS service with AWS's JSON protocol. */
export interface Call {
  /** Name of the service in signatures: `sqs`. */
  readonly service: string;
  readonly endpoint: string;
  /** Value of the header `X-Amz-Target`: `AmazonSQS.SendMessage`. */
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly input: Readonly<Record<string, unknown>>;
}

/** Timeout of one attempt. A user is waiting for the acknowledgement, so there is only one retry, without a delay. */
const timeoutMs: Millis = 900;
const maxAttempts = 2;

class Retryable extends AwsError {}

/** Signs and sends a call without the SDK, with one retry within the shared deadline. Rejects with an `AwsError`. */
export async function signedCall(call: Call): Promise<Readonly<Record<string, unknown>>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(call);
    } catch (error) {
      const retry = error instanceof Retryable && attempt < maxAttempts && remainingMs(timeoutMs) > 0;
      if (!retry) throw error;
    }
  }
}

async function send(call: Call): Promise<Readonly<Record<string, unknown>>> {
  const { service, endpoint, target, version, input } = call;
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
    signal: AbortSignal.timeout(remainingMs(timeoutMs)),
  }).catch(() => {
    throw new Retryable(unreachable);
  });
  return read(answer);
}

function read({ status, text }: HttpResponse): Readonly<Record<string, unknown>> {
  // A proxy that answers in place of AWS sends other content.
  const content = parseJsonObject(text);
  if (status < 300) {
    if (content) return content;
    throw new Retryable(unreachable);
  }
  const type = String(content?.__type ?? status).replace(/^.*#/, '');
  const temporary = status >= 500 || status === 408 || status === 429 || againAfter(type) === 'soon';
  throw temporary ? new Retryable(type) : new AwsError(type);
}
