import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Json } from './json.ts';

/** The whole body of a request. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: Json): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value));
}
