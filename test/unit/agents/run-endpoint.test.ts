import { describe, expect, test } from 'vitest';
import { runEndpoint } from '../../../src/agents/run-endpoint.ts';
import type { CallAnswer } from '../../../src/agents/tool-call.ts';
import { channel, group, note, person } from '../../../src/answer/answer.ts';
import { answered, endpoints, key, serve, slackFetch, withKey } from './endpoints.ts';

const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/run`, { method: 'POST', body, headers: { ...withKey, ...headers } });

const answer = [note('Said')];
const request = { id: 'abc', link: 'https://acme.slack.com/archives/C1/p1' };

describe('a line', () => {
  test.each([
    ['alert list', 'alert list'],
    ['  alert list\n', 'alert list'],
    ['/cloud alert list', 'alert list'],
    ['alert assign "Größe 80" web01', 'alert assign "Größe 80" web01'],
    ['plan "\nalert list\nip list"', 'plan "\nalert list\nip list"'],
  ])('%j is read as %j, whichever content type curl sends', async (body, line) => {
    const { url, calls } = await serve();
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream']) {
      const response = await send(url, body, { 'content-type': type });
      expect([response.status, await response.text()]).toEqual([
        200,
        '[{"kind":"note","text":["Two alerts"]}]\n',
      ]);
    }
    const asked = { person: key.person, team: key.team, through: 'API key 7f3a21', asked: { line } };
    expect(calls).toEqual(Array.from({ length: 3 }, () => ({ id: expect.any(String), ...asked })));
  });

  test('is answered with JSON if the client accepts that', async () => {
    const { url } = await serve(endpoints(() => ({ outcome: 'requested', answer, request })));
    const response = await send(url, 'alert list', { accept: 'application/json' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ outcome: 'requested', text: JSON.stringify(answer), request });
  });
});

test('people and channels have names, and an id without a name has no markup', async () => {
  const said = [
    note('Sent to ', channel('C0OPS'), ' by ', person('U0ANA'), person('U0GONE'), group('S0OPS')),
  ];
  const profileOf = async (id: string) =>
    id === 'U0ANA' ? { fullName: 'Ana Ferreira (cora)', handle: 'ana' } : undefined;
  const served = endpoints(() => ({ outcome: 'requested', answer: said }));
  const names = {
    group: async (id: string) => (id === 'S0OPS' ? 'ops' : undefined),
    channel: async () => 'cloud-ops',
  };
  const { url } = await serve({ ...served, run: runEndpoint({ ...served.deps, profileOf, names }) });
  expect(await (await send(url, 'alert list')).text()).toBe(
    '[{"kind":"note","text":["Sent to ","#cloud-ops"," by ","Ana Ferreira cora (ana)","Unknown person (U0GONE)","@ops"]}]\n',
  );
});

test('a name that can’t be looked up fails nothing', async () => {
  const served = endpoints(() => ({ outcome: 'requested', answer: [note(person('U0ANA'))] }));
  const profileOf = () => Promise.reject(new Error('Slack is away'));
  const { url } = await serve({ ...served, run: runEndpoint({ ...served.deps, profileOf }) });
  expect(await (await send(url, 'alert list')).text()).toContain('"U0ANA"');
});

test.each<[CallAnswer, number]>([
  [answered, 200],
  [{ outcome: 'preview', answer }, 202],
  [{ outcome: 'requested', answer, request }, 202],
  [{ outcome: 'refused', why: 'invalid', answer }, 400],
  [{ outcome: 'refused', answer }, 403],
  [{ outcome: 'refused', why: 'copy', answer }, 409],
  [{ outcome: 'refused', why: 'reused', answer }, 422],
  [{ outcome: 'refused', why: 'limit', retryAfterSeconds: 17, answer }, 429],
  [{ outcome: 'failed', answer }, 500],
  [{ outcome: 'failed', why: 'unavailable', answer }, 503],
])('%j has the status %i', async (given, status) => {
  const { url } = await serve(endpoints(() => given));
  const response = await send(url, 'alert list');
  expect(response.status).toBe(status);
  expect(response.headers.get('retry-after')).toBe(status === 429 ? '17' : null);
});

test.each<[string, number, (url: string) => Promise<Response>]>([
  ['without a line', 400, (url) => send(url, ' ')],
  ['with the name of the command alone', 400, (url) => send(url, '/cloud')],
  ['without a key', 401, (url) => send(url, 'alert list', { authorization: '' })],
  ['with an unknown key', 401, (url) => send(url, 'alert list', { authorization: 'Bearer x' })],
  ['that Slack signed', 401, (url) => slackFetch()(`${url}/run`, { method: 'POST', body: 'alert list' })],
  ['with GET', 405, (url) => fetch(`${url}/run`, { headers: withKey })],
  ['that is over a megabyte', 413, (url) => send(url, 'x'.repeat(1024 * 1024 + 1))],
])(
  'a request is refused %s: %i, and the answer says that nothing was changed',
  async (_, status, request) => {
    const { url, calls } = await serve();
    const response = await request(url);
    expect(response.status).toBe(status);
    expect(await response.text()).toMatch(/Nothing was changed\.\n$/);
    expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(calls).toEqual([]);
  },
);
