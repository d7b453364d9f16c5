import type { ServerResponse } from 'node:http';

/** Answers with JSON; nothing is null. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value ?? null));
}
