import type { IncomingMessage } from 'node:http';
import { HttpError, message } from './reply.ts';

const maxBytes = 1_000_000;

/** The body of a request as text. @throws HttpError with 413 when it is longer than a megabyte. */
export async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= maxBytes) chunks.push(bytes);
  }
  if (size > maxBytes) throw new HttpError(message(413, 'The request is too large.'));
  return Buffer.concat(chunks).toString('utf8');
}
