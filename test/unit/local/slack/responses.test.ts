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

async function pressed() {
  const setup = await openLocalSlack();
  const blocks = [
    {
      type: 'actions' as const,
      elements: [
        { type: 'button' as const, text: { type: 'plain_text' as const, text: 'Confirm' }, value: '7' },
      ],
    },
  ];
  await setup.web.chat.postEphemeral({ channel: 'C0CLOUDOPS', user: 'U0ANA', text: 'Sure?', blocks });
  await setup.slack.press('ana', 'Confirm');
  return { ...setup, url: setup.last().response_url };
}

test('works five times', async () => {
  const { url } = await typed();
  for (const text of ['1', '2', '3', '4', '5'])
    expect(await respond(url, { text })).toEqual([200, { ok: true }]);
  expect(await respond(url, { text: '6' })).toEqual([404, { ok: false, error: 'used_url' }]);
});

test('works for thirty minutes', async () => {
  const { url, clock } = await typed();
  clock.now += 30 * minuteMs;
  expect(await respond(url, { text: 'in time' })).toEqual([200, { ok: true }]);
  clock.now += 1;
  expect(await respond(url, { text: 'late' })).toEqual([404, { ok: false, error: 'expired_url' }]);
});

test('refuses what Slack refuses, which costs no use', async () => {
  const { url } = await typed();
  expect(await respond(url, { text: 'x', blocks: [{ type: 'nonsense' }] })).toMatchObject([
    400,
    { error: 'invalid_blocks' },
  ]);
  expect(await respond(url, {})).toMatchObject([400, { error: 'no_text' }]);
  for (const text of ['1', '2', '3', '4', '5'])
    expect(await respond(url, { text })).toEqual([200, { ok: true }]);
  expect(await respond(`${url}x`, { text: 'x' })).toMatchObject([404, { error: 'no_such_url' }]);
});

test('of a click, replaces the message that was clicked, or deletes it, or adds one for the person or for all', async () => {
  const { slack, url } = await pressed();
  await respond(url, { replace_original: true, text: 'Running' });
  expect(slack.sees('ana')).toMatchObject([{ text: 'Running', blocks: [], edited: expect.any(String) }]);
  await respond(url, { replace_original: false, text: 'By the way' });
  expect(slack.sees('ana').map(({ text }) => text)).toEqual(['Running', 'By the way']);
  await respond(url, { response_type: 'in_channel', text: 'Confirmed' });
  expect(slack.sees('ben').map(({ text }) => text)).toEqual(['Confirmed']);
  await respond(url, { delete_original: true });
  expect(slack.sees('ana').map(({ text }) => text)).toEqual(['By the way', 'Confirmed']);
});

test('of a command, has nothing to replace: a second answer comes after the first', async () => {
  const { slack, url } = await typed();
  await respond(url, { text: 'Thinking' });
  await respond(url, { text: 'Done', replace_original: true });
  expect(slack.sees('ana').map(({ text }) => text)).toEqual(['Thinking', 'Done']);
  expect(await respond(url, { delete_original: true })).toMatchObject([400, { error: 'no_text' }]);
});
