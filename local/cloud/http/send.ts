import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Reply } from './reply.ts';

/**
 * Writes a reply with the parts that all responses share (docs/cloud-api.md, Requests and answers): cache headers, compact JSON in
 * UTF-8 with its type, and gzip for a 200 if the client accepts it. An empty response has neither type nor body.
 */
export function send(response: ServerResponse, reply: Reply, acceptEncoding: string): void {
  const cache = reply.headers?.['cache-control']
    ? {}
    : { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '-1' };
  response.writeHead(reply.status, { ...cache, ...reply.headers, ...sizeAndType(reply, acceptEncoding) });
  response.end(bytesOf(reply, acceptEncoding));
}

const isZipped = (reply: Reply, acceptEncoding: string) => reply.status === 200 && takesGzip(acceptEncoding);

function takesGzip(acceptEncoding: string): boolean {
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .some((part) => /^(gzip|\*)(;|$)/.test(part) && !/;\s*q=0(\.0*)?$/.test(part));
}

function bytesOf(reply: Reply, acceptEncoding: string): Buffer | undefined {
  const text = reply.text ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body));
  if (text === undefined) return undefined;
  const plain = Buffer.from(text);
  return isZipped(reply, acceptEncoding) ? gzipSync(plain) : plain;
}

function sizeAndType(reply: Reply, acceptEncoding: string): Record<string, string> {
  if (reply.body === undefined && reply.text === undefined)
    return reply.status === 204 ? {} : { 'content-length': '0' };
  const zipped = isZipped(reply, acceptEncoding);
  return {
    'content-type': reply.text === undefined ? 'application/json; charset=utf-8' : 'text/plain',
    ...(zipped ? { 'content-encoding': 'gzip', vary: 'Accept-Encoding' } : {}),
  };
}
