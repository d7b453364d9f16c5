import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../../local/slack/payload/json.ts';
import { asClient } from '../../../../../local/slack/workspace/acting-client.ts';
import { errorOf, openLocalSlack } from '../local-slack.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const option = (name: string) => ({ text: plain(name), value: name.toLowerCase() });
const field = (id: string, label: string, element: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'input',
  block_id: id,
  label: plain(label),
  element: { action_id: 'it', ...element },
  ...more,
});
const form = (title: string, more: JsonObject = {}): JsonObject => ({
  type: 'modal',
  callback_id: 'alert.create',
  title: plain(title),
  submit: plain('Create'),
  blocks: [
    field('name', 'Name', { type: 'plain_text_input' }),
    field(
      'size',
      'Size',
      { type: 'static_select', options: [option('Small'), option('Large')] },
      { optional: true },
    ),
  ],
  ...more,
});

async function withForm(more: JsonObject = {}) {
  const setup = await openLocalSlack();
  await setup.slack.type('ana', 'cloud-ops', '/cloud alert create');
  const trigger = String(setup.last().trigger_id);
  const call = (method: string, args: Record<string, unknown>) => setup.web.apiCall(method, args);
  await call('views.open', { trigger_id: trigger, view: form('New alert', more) });
  return { ...setup, call, trigger };
}

const titles = (views: JsonObject[]): Json[] =>
  views.map(({ title }) =>
    title && typeof title === 'object' && 'text' in title ? (title.text ?? null) : null,
  );

test('opens a view with a trigger: once, within three seconds', async () => {
  const { slack, call, trigger, clock, last } = await withForm();
  expect(titles(slack.views('ana'))).toEqual(['New alert']);
  expect(await errorOf(call('views.open', { trigger_id: trigger, view: form('Again') }))).toBe(
    'exchanged_trigger_id',
  );
  expect(await errorOf(call('views.open', { trigger_id: 'made-up', view: form('Again') }))).toBe(
    'invalid_trigger_id',
  );
  await slack.type('ana', 'cloud-ops', '/cloud');
  clock.now += 3_001;
  expect(await errorOf(call('views.open', { trigger_id: last().trigger_id, view: form('Late') }))).toBe(
    'expired_trigger_id',
  );
});

test('shows what was entered in the lower view when the one on top is closed', async () => {
  const { slack, reply } = await withForm();
  reply({ body: { response_action: 'errors', errors: { name: 'Taken' } } });
  await slack.submit('ana', { Name: 'disk' });
  reply({ body: { response_action: 'push', view: form('Second') } });
  await slack.submit('ana', { Name: 'cpu' });
  const before = slack.cursor();
  await slack.dismiss('ana');
  expect(await slack.next('ana', before)).toMatchObject([
    {
      kind: 'view.changed',
      data: { view: { state: { values: { name: { it: { value: 'cpu' } } } } }, errors: {} },
    },
    { kind: 'view.closed' },
  ]);
});

test('tells the app which of its tabs is open, and shows the Home tab once it is published', async () => {
  const { slack, web, last } = await openLocalSlack();
  const opened = { type: 'app_home_opened', user: 'U0ANA', channel: 'D0ANA' };
  await slack.openHome('ana');
  expect(last()).toMatchObject({ event: { ...opened, tab: 'home' } });
  expect(last().event).not.toHaveProperty('view');
  await web.apiCall('views.publish', { user_id: 'U0ANA', view: { type: 'home', blocks: [] } });
  await slack.openHome('ana');
  expect(last()).toMatchObject({ event: { ...opened, tab: 'home', view: { type: 'home' } } });
  await slack.openHome('ana', 'messages');
  expect(last()).toMatchObject({ event: { ...opened, tab: 'messages' } });
  expect(last().event).not.toHaveProperty('view');
});

test('keeps the modals of each client of a person apart; a terminal has the newest', async () => {
  const { slack, web, last } = await openLocalSlack();
  const shown = (client?: string) => titles(asClient(client, () => slack.views('ana')));
  for (const client of ['desktop', 'phone'])
    await asClient(client, async () => {
      await slack.type('ana', 'cloud-ops', '/cloud alert create');
      await web.apiCall('views.open', { trigger_id: String(last().trigger_id), view: form(client) });
    });
  expect([shown('desktop'), shown('phone'), shown()]).toEqual([['desktop'], ['phone'], ['phone']]);
  await asClient('desktop', () => slack.dismiss('ana', true));
  expect([shown('desktop'), shown('phone')]).toEqual([[], ['phone']]);
});
