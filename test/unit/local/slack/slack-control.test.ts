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
