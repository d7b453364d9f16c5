import { expect, test } from 'vitest';
import { openLocalSlack } from './local-slack.ts';

const minuteMs = 60_000;

async function respond(url: unknown, payload: unknown): Promise<[number, unknown]> {
  const response = await fetch(String(url), {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
  return [response.status, await response.json()];
}

async function typed() {
  const setup = await openLocalSlack();
  await setup.slack.type('ana', 'cloud-ops', '/cloud alert list');
  return { ...setup, url: setup.last().response_url };
}

test('works for thirty minutes', async () => {
  const { url, clock } = await typed();
  clock.now += 30 * minuteMs;
  expect(await respond(url, { text: 'in time' })).toEqual([200, { ok: true }]);
  clock.now += 1;
  expect(await respond(url, { text: 'late' })).toEqual([404, { ok: false, error: 'expired_url' }]);
});

test('works five times, and a refusal by Slack costs no use', async () => {
  const { url } = await typed();
  expect(await respond(url, { text: 'x', blocks: [{ type: 'nonsense' }] })).toMatchObject([
    400,
    { error: 'invalid_blocks' },
  ]);
  expect(await respond(url, {})).toMatchObject([400, { error: 'no_text' }]);
  for (const text of ['1', '2', '3', '4', '5'])
    expect(await respond(url, { text })).toEqual([200, { ok: true }]);
  expect(await respond(url, { text: '6' })).toEqual([404, { ok: false, error: 'used_url' }]);
  expect(await respond(`${url}x`, { text: 'x' })).toMatchObject([404, { error: 'no_such_url' }]);
});
