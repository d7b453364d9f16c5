import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../local/slack/payload/json.ts';
import { openLocalSlack } from './local-slack.ts';

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const button = (text: string, value: string) => ({ type: 'button' as const, text: plain(text), value });

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
