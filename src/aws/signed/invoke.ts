import aws4 from 'aws4';
import type { Millis } from '../../core/clock.ts';
import { parseJsonObject } from '../../core/parse-json.ts';
import { request } from '../../http/request.ts';
import { unreachable } from '../lambda/aws-codes.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { endpointOf, required } from '../lambda/environment.ts';

/** The receiver may have to start, and to read its secret. */
const answeredWithin: Millis = 4_000;

/** Invokes a function and waits for its result, without the SDK. Rejects with an `AwsError`, even if the function failed. */
export const invocationOf =
  (name: string) =>
  async (event: object): Promise<Readonly<Record<string, unknown>>> => {
    const path = `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
    const url = new URL(path, endpointOf('LAMBDA'));
    const body = JSON.stringify(event);
    const signed = aws4.sign({
      service: 'lambda',
      region: required('AWS_REGION'),
      host: url.host,
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { status, headers, text } = await request(url, {
      method: 'POST',
      headers: signed.headers ?? {},
      body,
      signal: AbortSignal.timeout(answeredWithin),
    }).catch(() => {
      throw new AwsError(unreachable);
    });
    const result = parseJsonObject(text);
    if (status !== 200 || !result) throw new AwsError(String(result?.__type ?? status));
    if (headers['x-amz-function-error'] !== undefined) throw new AwsError('FunctionError');
    return result;
  };
