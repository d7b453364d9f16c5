import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request } from 'node:http';
import { Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../../../local/skydesk.ts';

/** Each server that starts to listen while `start` runs. */
async function listenersOf<Result>(start: () => Promise<Result>): Promise<[Result, number[]]> {
  const servers = new Set<Server>();
  const channel = 'tracing:net.server.listen:asyncEnd';
  const note = (message: unknown): void => {
    if (message instanceof Object && 'server' in message && message.server instanceof Server)
      servers.add(message.server);
  };
  subscribe(channel, note);
  const result = await start();
  unsubscribe(channel, note);
  const ports = [...servers].map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  return [result, ports];
}

/** The status of one request with exactly these headers. */
const send = (port: number, method: string, path: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });

const paths = [
  '/',
  '/_control',
  '/_control/reset',
  '/_control/environment',
  '/_control/clock',
  '/_inspector/faults',
  '/api/chat.postMessage',
  '/v2/authentication/login',
  '/slack/events',
  '/2015-03-31/functions/receiver/invocations',
];

let skydesk: Skydesk;
let ports: number[];
beforeAll(async () => {
  [skydesk, ports] = await listenersOf(() => startSkydesk());
});
afterAll(() => skydesk.close());

test('no page of another origin reaches any local server, by any path', async () => {
  // The page, the cloud API, secrets, the queues, the table, and the calls of functions by each other. The table's own engine listens, too.
  expect(ports).toHaveLength(process.env.DYNAMODB_LOCAL ? 6 : 7);
  for (const port of ports) {
    const host = `127.0.0.1:${port}`;
    for (const path of [...paths, '/i/worker-1/_control/journal']) {
      expect(await send(port, 'GET', path, { host: 'evil.example' }), path).toBe(403);
      expect(await send(port, 'POST', path, { host, origin: 'http://evil.example' }), path).toBe(403);
    }
  }
});

test('one path alone controls the local Slack, outside the paths of the functions', async () => {
  const port = Number(new URL(skydesk.url).port);
  const host = `127.0.0.1:${port}`;
  expect(await send(port, 'GET', '/_control/info', { host })).toBe(200);
  for (const path of ['_control/info', '_control/journal', 'hooks/x', 'files/x'])
    expect(await send(port, 'GET', `/i/worker-1/${path}`, { host }), path).toBe(404);
});

test('with Socket Mode a tunnel reaches nothing, and Skydesk names no MCP endpoint', async () => {
  const slack = { apiUrl: 'http://127.0.0.1:9/api/', signingSecret: 'ours', botToken: 'xoxb-theirs' };
  const second = await startSkydesk({ slack: { ...slack, socketMode: true } });
  const port = Number(new URL(second.url).port);
  for (const path of ['/slack/events', '/mcp', '/run'])
    expect(await send(port, 'POST', path, { host: 'tunnel.example' }), path).toBe(403);
  expect(second.environment).not.toHaveProperty('MCP_URL');
  await second.close();
});

test('another Slack reaches Skydesk through a tunnel, and nothing else, whatever host name the tunnel sends', async () => {
  const slack: SkydeskOptions['slack'] = {
    apiUrl: 'http://127.0.0.1:9/api/',
    signingSecret: 'theirs',
    botToken: 'xoxb-theirs',
  };
  const second = await startSkydesk({ slack });
  const port = Number(new URL(second.url).port);
  const byName = { host: 'tunnel.example' };
  const rewritten = { host: `127.0.0.1:${port}`, 'x-forwarded-for': '198.51.100.7' };
  for (const headers of [byName, rewritten]) {
    for (const path of ['/slack/events', '/mcp', '/run'])
      expect(await send(port, 'POST', path, headers), path).toBe(401);
    for (const path of ['/', '/_control/environment', '/_inspector/faults', '/_inspector/traces'])
      expect(await send(port, 'GET', path, headers), path).toBe(403);
    expect(await send(port, 'POST', '/_inspector/reset', headers)).toBe(403);
  }
  await second.close();
});
