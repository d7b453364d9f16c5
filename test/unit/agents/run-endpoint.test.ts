import { expect, test } from 'vitest';
import type { RenderedAnswer } from '../../../src/agents/agent-answers.ts';
import { answeredWith, endpoints, key, serve, slackFetch, withKey } from './endpoints.ts';

const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/run`, { method: 'POST', body, headers: { ...withKey, ...headers } });

const request = { id: 'abc', link: 'https://acme.slack.com/archives/C1/p1' };

test('a line is passed on as it was sent, whichever content type curl sends', async () => {
  const { url, calls } = await serve();
  const line = '  /cloud alert assign "Größe 80" web01\n';
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream']) {
    const response = await send(url, line, { 'content-type': type });
    expect([response.status, await response.text()]).toEqual([200, 'Two alerts, plainly\n']);
  }
  const asked = { asker: { key: { person: key.person, id: key.id } }, asked: { line } };
  expect(calls).toMatchObject(Array.from({ length: 3 }, () => asked));
});

test('a line is answered with JSON if the client accepts that', async () => {
  const { url } = await serve(endpoints(() => answeredWith({ outcome: 'requested', request })));
  const response = await send(url, 'alert list', { accept: 'application/json' });
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({ outcome: 'requested', text: 'Two alerts, plainly', request });
});

test.each<[Partial<RenderedAnswer>, number]>([
  [{ outcome: 'answered' }, 200],
  [{ outcome: 'preview' }, 202],
  [{ outcome: 'requested', request }, 202],
  [{ outcome: 'refused', why: 'invalid' }, 400],
  [{ outcome: 'refused' }, 403],
  [{ outcome: 'refused', why: 'copy' }, 409],
  [{ outcome: 'refused', why: 'reused' }, 422],
  [{ outcome: 'refused', why: 'limit', retryAfterSeconds: 17 }, 429],
  [{ outcome: 'failed' }, 500],
  [{ outcome: 'failed', why: 'unavailable' }, 503],
])('%j has the status %i', async (given, status) => {
  const { url } = await serve(endpoints(() => answeredWith(given)));
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
