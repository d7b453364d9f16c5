import type { ServerResponse } from 'node:http';
import type { Json } from './json.ts';

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: Json): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value));
}
