import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { changes, createKey, freshSkydesk } from '../../support/index.ts';
import { bearer } from './api-key.ts';

const bot = await freshSkydesk();
/** Of Ana, who may have five. */
let token: string;
beforeAll(async () => {
  token = await createKey(bot);
});

const clientInfo = { name: 'test', version: '1' };
const assign = { policy: 'Disk 80', server: ['DE1ACMEWEB01'] };
const assignLine = 'alert assign "Disk 80" DE1ACMEWEB01';

const run = (line: string, headers: Record<string, string> = {}) =>
  fetch(`${bot.url}/run`, { method: 'POST', body: line, headers: { ...bearer(token), ...headers } });

/** The official client of each era, with an API key. */
const clients = [
  [
    '2026',
    async (url: URL, headers: Record<string, string>) => {
      const client = new Client(clientInfo, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      return client;
    },
  ],
  [
    '2025',
    async (url: URL, headers: Record<string, string>) => {
      const client = new FormerClient(clientInfo);
      await client.connect(new FormerTransport(url, { requestInit: { headers } }) as never);
      return client;
    },
  ],
] as const;

describe.each(clients)('the official client of %s with an API key', (_, connect) => {
  const open = async () => {
    const client = await connect(new URL(`${bot.url}/mcp`), bearer(token));
    onTestFinished(() => client.close());
    return client;
  };

  test('reads', async () => {
    const client = await open();
    await client.listTools();
    const { content, isError } = await client.callTool({ name: 'alert_list', arguments: {} });
    expect(isError).toBe(false);
    expect(JSON.stringify(content)).toContain('Night watch');
  });

  test('requests a change, which waits in the person’s direct messages and is not made', async () => {
    const client = await open();
    await client.listTools();
    let answer: unknown;
    const outcome = await bot.outcomeOf(async () => {
      answer = await client.callTool({ name: 'alert_assign', arguments: assign });
      return { ok: true };
    });
    expect(answer).toMatchObject({ isError: false, structuredContent: { outcome: 'preview' } });
    expect(changes(outcome)).toEqual([]);
    expect(outcome.said.map(({ message }) => JSON.stringify(message)).join()).toContain('through API key');
    expect(changes(await bot.press('ana', 'Assign Policy'))).toHaveLength(1);
  });
});

describe('the run endpoint', () => {
  test('answers a read as text or JSON, and a waiting change with 202', async () => {
    const list = await run('/cloud alert list');
    expect([list.status, await list.text()]).toEqual([200, expect.stringContaining('Night watch')]);
    const json = await run('whoami', { accept: 'application/json' });
    expect(await json.json()).toMatchObject({ outcome: 'answered' });
    const outcome = await bot.outcomeOf(async () => {
      expect((await run(assignLine)).status).toBe(202);
      return { ok: true };
    });
    expect(changes(outcome)).toEqual([]);
  });
});

test('the built function answers no web page, and no request without a signature or key', async () => {
  const { url } = bot;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const statusOf = async (more: Record<string, string>, method = 'POST') =>
    (
      await fetch(`${url}/mcp`, {
        method,
        headers: { ...headers, ...more },
        ...(method === 'POST' && { body }),
      })
    ).status;
  const key = bearer(token);
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ ...key, origin: url })).toBe(403);
  expect(await statusOf(key, 'GET')).toBe(405);
  expect(await statusOf(key)).toBe(200);
});
