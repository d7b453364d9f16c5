import { createHash } from 'node:crypto';
import aws4 from 'aws4';
import type { ArchivedObject } from '../../audit-log/archived-object.ts';
import type { Millis } from '../../core/clock.ts';
import { request } from '../../http/request.ts';
import { unreachable } from '../lambda/aws-codes.ts';
import { AwsError } from '../lambda/aws-error.ts';
import { endpointOf, required } from '../lambda/environment.ts';

/** Escapes what S3 does in the path that it verifies: more than a URL has to. */
const escaped = (part: string): string =>
  encodeURIComponent(part).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const answeredWithin: Millis = 5_000;

/**
 * Returns a function that puts an object into a bucket of S3, given by its ARN, unless there is one under its key: then it does nothing,
 * and nothing is replaced. It needs no right to read. Rejects with an `AwsError`, without a retry: Lambda repeats records of a stream.
 */
export const putNewObjectIn =
  (bucketArn: string) =>
  async ({ key, body }: ArchivedObject): Promise<void> => {
    const bucket = bucketArn.split(':').at(-1);
    const url = new URL(`${bucket}/${key.split('/').map(escaped).join('/')}`, endpointOf('S3'));
    const sha256 = createHash('sha256').update(body).digest();
    const signed = aws4.sign({
      service: 's3',
      region: required('AWS_REGION'),
      host: url.host,
      method: 'PUT',
      path: url.pathname,
      headers: {
        'content-type': 'application/json',
        'if-none-match': '*',
        'x-amz-content-sha256': sha256.toString('hex'),
        // A bucket with Object Lock takes nothing without a checksum.
        'x-amz-checksum-sha256': sha256.toString('base64'),
      },
      body,
    });
    const { status, text } = await request(url, {
      method: 'PUT',
      headers: signed.headers ?? {},
      body,
      signal: AbortSignal.timeout(answeredWithin),
    }).catch(() => {
      throw new AwsError(unreachable);
    });
    const isThere = status === 412;
    if (status !== 200 && !isThere)
      throw new AwsError(/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(status));
  };
