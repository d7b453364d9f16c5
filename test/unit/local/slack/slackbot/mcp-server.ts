import { buffer } from 'node:stream/consumers';
import { type CallToolResult, createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { httpApiEvent } from '../../../../../local/aws/gateway.ts';
import { listenOnLoopback } from '../../../../../local/loopback/listen.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../../../../local/slack/payload/json.ts';
import { verifySignature } from '../../../../../src/slack/api/signature.ts';
import { sampleTools } from './sample-tools.ts';

/** A request that an MCP server got. */
interface Asked {
  readonly method: string;
  readonly params: JsonObject;
}

/** An MCP server on loopback with the sample tools. It takes signed requests alone, as the bot checks them. */
export async function openMcpServer(signingSecret: string, now: () => number) {
  const asked: Asked[] = [];
  let answer: (name: string, args: JsonObject) => CallToolResult = (name) => said(`Called ${name}.`);

  const handler = createMcpHandler(() => {
    const cached = { ttlMs: 60_000, cacheScope: 'private' } as const;
    const server = new Server(
      { name: 'sample', version: '1.0.0' },
      { capabilities: { tools: {} }, cacheHints: { 'tools/list': cached } },
    );
    server.setRequestHandler('tools/list', () => ({ tools: sampleTools.map((tool): Tool => ({ ...tool })) }));
    server.setRequestHandler('tools/call', ({ params }) =>
      answer(params.name, asObject(parseJson(JSON.stringify(params.arguments ?? {})))),
    );
    return server;
  });

  const { url, close } = await listenOnLoopback(async (request, response) => {
    const body = await buffer(request);
    const signed = verifySignature(httpApiEvent(request, body, 'POST /mcp'), signingSecret, now());
    if ('status' in signed) {
      response.writeHead(signed.status).end('{}');
      return;
    }
    const message = asObject(parseJson(body.toString('utf8')));
    asked.push({ method: asString(message.method), params: asObject(message.params) });
    const headers = Object.entries(request.headersDistinct).map(([name, values = []]): [string, string] => [
      name,
      values.join(','),
    ]);
    const served = await handler.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: request.method ?? 'POST',
        headers,
        ...(body.length > 0 && { body: new Uint8Array(body) }),
      }),
    );
    response.writeHead(served.status, Object.fromEntries(served.headers)).end(await served.text());
  });
  onTestFinished(async () => {
    await handler.close();
    await close();
  });
  return {
    url,
    /** All requests, oldest first. */
    asked,
    /** The tools that were called, with their arguments. */
    calls: () =>
      asked
        .filter(({ method }) => method === 'tools/call')
        .map(({ params }) => [asString(params.name), asObject(params.arguments)]),
    reply: (next: typeof answer): void => {
      answer = next;
    },
  };
}

/** An answer in words, with blocks if there are any. */
export const said = (
  text: string,
  blocks?: JsonObject[],
  more: Partial<CallToolResult> = {},
): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(blocks && { _meta: { slack: { blocks } } }),
  ...more,
});
