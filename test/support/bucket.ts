import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../local/loopback/listen.ts';

/** A bucket of S3 on loopback, with versions and Object Lock, as far as the archive uses it: objects are put, read and listed. */
export interface Bucket {
  readonly url: string;
  readonly arn: string;
  /** The objects that were put, by key, the oldest version first. */
  readonly versions: ReadonlyMap<string, readonly string[]>;
  /** The calls that were made: `PUT KEY`. */
  readonly calls: readonly string[];
  /** Refuses each call with this code of S3, or answers again if it is undefined. */
  refuse(code: string | undefined): void;
  close(): Promise<void>;
}

/** Small, so that the list of a few objects has several pages. */
const pageSize = 2;

/** Starts a bucket with this name. */
export async function startBucket(name: string): Promise<Bucket> {
  const versions = new Map<string, readonly string[]>();
  const calls: string[] = [];
  let refusal: string | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, bucket, ...path] = pathname.split('/').map(decodeURIComponent);
    const key = path.join('/');
    const body = await text(request);
    const fail = (status: number, code: string): void =>
      void response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
    calls.push(`${request.method} ${key}`);
    if (refusal !== undefined) return fail(403, refusal);
    if (bucket !== name) return fail(404, 'NoSuchBucket');
    if (request.method === 'PUT') {
      const sum = request.headers['x-amz-checksum-sha256'];
      if (sum === undefined) return fail(400, 'InvalidRequest');
      if (sum !== createHash('sha256').update(body).digest('base64')) return fail(400, 'BadDigest');
      const before = versions.get(key) ?? [];
      if (before.length > 0 && request.headers['if-none-match'] === '*')
        return fail(412, 'PreconditionFailed');
      versions.set(key, [...before, body]);
      response.writeHead(200).end();
    } else if (key === '') {
      const after = searchParams.get('continuation-token') ?? '';
      const left = [...versions.keys()].sort().filter((one) => one > after);
      const page = left.slice(0, pageSize);
      const next = left.length > pageSize ? page.at(-1) : undefined;
      const contents = page.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('');
      const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${contents}${token}</ListBucketResult>`,
        );
    } else {
      const last = versions.get(key)?.at(-1);
      if (last === undefined) return fail(404, 'NoSuchKey');
      response.writeHead(200).end(last);
    }
  }

  const { url, close } = await listenOnLoopback((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    url,
    arn: `arn:aws:s3:::${name}`,
    versions,
    calls,
    refuse(code) {
      refusal = code;
    },
    close,
  };
}
