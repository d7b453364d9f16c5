import { expect, test } from 'vitest';
import { openLocalSlack } from './local-slack.ts';

async function withControl() {
  const setup = await openLocalSlack();
  const url = `${setup.slack.url}/_control/`;
  const ask = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
  const act = async (path: string, body: unknown = {}): Promise<[number, unknown]> => {
    const response = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };
  return { ...setup, url, ask, act };
}

test('lets a person type, see, press over HTTP', async () => {
  const { ask, act, last, web } = await withControl();
  expect(await act('type', { person: 'ana', line: '/cloud alert list' })).toMatchObject({
    0: 200,
    1: { ok: true },
  });
  expect(last()).toMatchObject({ channel_id: 'C0CLOUDOPS', text: 'alert list' });
  const blocks = [
    {
      type: 'actions' as const,
      elements: [{ type: 'button' as const, text: { type: 'plain_text' as const, text: 'Go' } }],
    },
  ];
  await web.chat.postEphemeral({ channel: 'C0CLOUDOPS', user: 'U0ANA', text: 'Sure?', blocks });
  expect(await ask('sees?person=ana&channel=cloud-ops')).toMatchObject([{ text: 'Sure?', onlyFor: 'U0ANA' }]);
  expect(await ask('sees?person=ben')).toEqual([]);
  expect(await act('press', { person: 'ana', button: 'Go' })).toMatchObject({ 0: 200, 1: { ok: true } });
});

test('says what is wrong with a request', async () => {
  const { act, ask } = await withControl();
  expect(await act('press', { person: 'ana', button: 'Go' })).toEqual([
    400,
    { error: 'ana sees nothing called "Go".' },
  ]);
  expect(await act('press', { person: 'ana' })).toMatchObject({ 0: 400 });
  expect(await act('explode')).toEqual([404, { error: 'There is no POST /_control/explode.' }]);
  expect(await ask('sees?person=zoe')).toMatchObject({
    error: expect.stringContaining('There is no person "zoe"'),
  });
});

test('waits for the next thing that a person sees', async () => {
  const { ask, web } = await withControl();
  const cursor = String(await ask('cursor'));
  const waiting = ask(`next?person=ana&after=${cursor}&timeout=5000`);
  await web.chat.postEphemeral({ channel: 'C0CLOUDOPS', user: 'U0BEN', text: 'not for ana' });
  await web.chat.postMessage({ channel: 'C0CLOUDOPS', text: 'for all' });
  expect(await waiting).toMatchObject([{ kind: 'message.posted', data: { message: { text: 'for all' } } }]);
  expect(await ask('next?person=vic&after=99&timeout=1')).toEqual([]);
});

test('streams what happens, from a cursor on', async () => {
  const { url, web, slack } = await withControl();
  await web.chat.postMessage({ channel: 'C0CLOUDOPS', text: 'before' });
  const stop = new AbortController();
  const stream = await fetch(`${url}events?after=0`, { signal: stop.signal });
  await web.chat.postMessage({ channel: 'C0CLOUDOPS', text: 'after' });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"text":"after"')) text += (await reader?.read())?.value ?? '';
  stop.abort();
  expect(text).toMatch(/^id: 1\nevent: message\.posted\ndata: \{"cursor":1,/);
  expect(slack.cursor()).toBe(4);
});

test('keeps a log of calls, sets faults, and forgets all on reset', async () => {
  const { ask, act, web, slack } = await withControl();
  await act('faults', { method: 'chat.postMessage', times: 1, error: 'internal_error' });
  await web.chat.postMessage({ channel: 'C0CLOUDOPS', text: 'hi' }).catch(() => undefined);
  await web.chat.postMessage({ channel: 'C0CLOUDOPS', text: 'hi' });
  expect(await ask('calls?method=chat.postMessage')).toMatchObject([
    { arguments: { text: 'hi' }, response: { ok: false, error: 'internal_error' } },
    { response: { ok: true } },
  ]);
  await act('faults', { method: '*', error: 'internal_error' });
  await act('reset');
  expect(await ask('sees?person=ana')).toEqual([]);
  expect(await ask('calls')).toEqual([]);
  expect(await web.auth.test()).toMatchObject({ ok: true });
  expect(slack.cursor()).toBeGreaterThan(0);
});

test('tells who and what there is', async () => {
  const { ask } = await withControl();
  expect(await ask('info')).toMatchObject({
    command: '/cloud',
    people: [
      { name: 'ana', role: 'operator' },
      { name: 'ben' },
      { name: 'cora' },
      { name: 'vic' },
      { name: 'gus', role: 'guest' },
      { name: 'sam', role: 'stranger' },
    ],
    channels: expect.arrayContaining([
      expect.objectContaining({ id: 'C0CLOUDOPS', name: 'cloud-ops', kind: 'public' }),
    ]),
  });
});

test('a reset forgets what happened and says so, but gives out no id of an event again', async () => {
  const { slack, last } = await withControl();
  await slack.openHome('ana');
  const first = last();
  slack.reset();
  expect(slack.journal()).toMatchObject([{ kind: 'reset' }]);
  await slack.openHome('ana');
  expect(last()).toMatchObject({ event: { type: 'app_home_opened' } });
  expect(last()).not.toHaveProperty('event_id', first?.event_id);
});
