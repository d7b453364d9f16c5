import { expect, test } from 'vitest';
import { asObjects, type JsonObject } from '../../../../local/slack/payload/json.ts';
import { openLocalSlack } from './local-slack.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (text: string, value: string) => ({ type: 'button' as const, text: plain(text), value });
const option = (name: string) => ({ text: plain(name), value: name.toLowerCase() });

const withCard = (...elements: object[]) => showCard(elements);

async function showCard(elements: readonly object[], options: Parameters<typeof openLocalSlack>[0] = {}) {
  const setup = await openLocalSlack(options);
  const blocks = [{ type: 'actions', block_id: 'decide', elements }];
  await setup.web.apiCall('chat.postMessage', { channel: 'C0APPROVALS', text: 'Please approve', blocks });
  const ts = String(setup.slack.sees('ben').at(-1)?.ts);
  return { ...setup, ts };
}

const firstAction = (body: JsonObject): unknown =>
  Array.isArray(body.actions) ? body.actions[0] : undefined;

test('sends a click as Slack does', async () => {
  const { slack, last, ts, forged } = await withCard({
    ...button('Review', '42'),
    action_id: 'review',
    style: 'primary',
  });
  expect(await slack.press('ben', 'Review')).toMatchObject({ ok: true });
  expect(last()).toMatchObject({
    type: 'block_actions',
    user: { id: 'U0BEN', username: 'ben', name: 'ben', team_id: 'T0SKYDESK' },
    team: { id: 'T0SKYDESK', domain: 'acme' },
    api_app_id: 'A0SKYDESK',
    container: { type: 'message', message_ts: ts, channel_id: 'C0APPROVALS', is_ephemeral: false },
    channel: { id: 'C0APPROVALS', name: 'approvals' },
    message: { ts, text: 'Please approve', bot_id: 'B0SKYDESK' },
    state: { values: {} },
    response_url: expect.stringMatching(`^${slack.url}/hooks/actions/`),
    trigger_id: expect.any(String),
  });
  expect(firstAction(last())).toEqual({
    type: 'button',
    action_id: 'review',
    block_id: 'decide',
    text: plain('Review'),
    value: '42',
    style: 'primary',
    action_ts: expect.any(String),
  });
  expect(forged).toEqual([]);
});

test('leaves the message out of a click on an ephemeral one', async () => {
  const { slack, web, last } = await openLocalSlack();
  const blocks = [{ type: 'actions' as const, elements: [button('Confirm', '7')] }];
  await web.chat.postEphemeral({ channel: 'C0CLOUDOPS', user: 'U0ANA', text: 'Sure?', blocks });
  await slack.press('ana', 'Confirm');
  expect(last()).toMatchObject({ container: { is_ephemeral: true } });
  expect(last().message).toBeUndefined();
});

test('finds a button by its text, value or action_id, newest first, or in a given message', async () => {
  const { slack, web, last, ts } = await withCard({ ...button('Go :rocket:', 'old'), action_id: 'go' });
  await web.chat.postMessage({
    channel: 'C0APPROVALS',
    text: 'again',
    blocks: [{ type: 'actions', elements: [button('Go', 'new')] }],
  });
  const pressed = async (name: string, where = {}): Promise<unknown> => {
    await slack.press('ben', name, where);
    return firstAction(last());
  };
  expect(await pressed('Go')).toMatchObject({ value: 'new' });
  expect(await pressed('go')).toMatchObject({ value: 'old' });
  expect(await pressed('Go', { ts })).toMatchObject({ value: 'old' });
  await expect(slack.press('ben', 'Stop')).rejects.toThrow('ben sees nothing called "Stop"');
  await expect(slack.press('vic', 'Go')).rejects.toThrow('vic sees nothing called "Go"');
});

test('takes a click on a message that was edited meanwhile, as long as what was clicked is still there', async () => {
  const { slack, web, last } = await openLocalSlack();
  const blocks = [
    { type: 'actions' as const, elements: [{ ...button('Review', '42'), action_id: 'review' }] },
  ];
  const there = { channel: 'C0APPROVALS', text: 'Please approve', blocks };
  const { ts = '' } = await web.chat.postMessage(there);
  const block = String(asObjects(slack.sees('ben').at(-1)?.blocks)[0]?.block_id);
  await web.chat.update({ ...there, ts });
  await slack.press('ben', 'review', { ts, block });
  expect(firstAction(last())).toMatchObject({ action_id: 'review', value: '42' });
  await web.chat.update({ ...there, ts, blocks: [] });
  await expect(slack.press('ben', 'review', { ts, block })).rejects.toThrow(
    'ben sees nothing called "review"',
  );
});

test('sends what was chosen', async () => {
  const { slack, last } = await withCard(
    {
      type: 'static_select',
      action_id: 'size',
      placeholder: plain('Size'),
      options: [option('Small'), option('Large')],
    },
    { type: 'overflow', action_id: 'more', options: [option('Undo')] },
  );
  await slack.choose('ben', 'Size', 'Large');
  expect(firstAction(last())).toMatchObject({ type: 'static_select', selected_option: option('Large') });
  expect(last().state).toMatchObject({
    values: { decide: { size: { selected_option: option('Large') } } },
  });
  await slack.choose('ben', 'more', 'Undo');
  expect(firstAction(last())).toMatchObject({ type: 'overflow', selected_option: option('Undo') });
  await expect(slack.choose('ben', 'size', 'Huge')).rejects.toThrow(
    'There is no choice "Huge"; there are Small, Large.',
  );
});

test.each([
  [{ status: 500 }, 'This app responded with Status Code 500.'],
  [{ never: true }, 'Operation timed out. Apps need to respond within 3 seconds.'],
])('tells the person that a click failed: %o', async (answer, told) => {
  const options = 'never' in answer ? { ackTimeout: 100 } : {};
  const { slack, reply } = await showCard([button('Review', '42')], options);
  reply(answer);
  const before = slack.cursor();
  expect(await slack.press('ben', 'Review')).toMatchObject({ ok: false });
  expect(await slack.next('ben', before)).toMatchObject([{ kind: 'notice', data: { text: told } }]);
});
