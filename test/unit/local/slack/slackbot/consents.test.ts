import { expect, test } from 'vitest';
import { asString, type JsonObject } from '../../../../../local/slack/payload/json.ts';
import { said } from './mcp-server.ts';
import { button, openSlackbot, section } from './open-slackbot.ts';

test('a tool that may change something is called once the person allows it, each time', async () => {
  const { server, slack, say, newest } = await openSlackbot();
  await say('alert_delete {"policy":"cpu"}');
  expect(newest()).toContain('Let Skydesk run “Delete Alert Policy” for you?');
  expect(newest()).toContain('"text":"cpu"');
  expect(server.calls()).toEqual([]);
  await slack.press('ana', 'Allow Once');
  expect(server.calls()).toEqual([['alert_delete', { policy: 'cpu' }]]);
  await say('alert_delete {"policy":"disk"}');
  expect(server.calls()).toHaveLength(1);
});

test('what is always allowed is not asked again, for that person and that tool', async () => {
  const { server, slack, say, newest } = await openSlackbot();
  await say('alert_delete {"policy":"cpu"}');
  await slack.press('ana', 'Always Allow');
  await say('alert_delete {"policy":"disk"}');
  expect(server.calls()).toHaveLength(2);
  await say('alert_assign {"policy":"night watch","server":["web01"]}');
  expect(newest()).toContain('Let Skydesk run');
  await slack.type('ben', 'slackbot', 'alert_delete {"policy":"cpu"}');
  expect(server.calls()).toHaveLength(2);
});

test('what is denied is not called, and the question is answered for good', async () => {
  const { server, slack, say, newest } = await openSlackbot();
  await say('alert_delete {"policy":"cpu"}');
  await slack.press('ana', 'Deny');
  expect(newest()).toContain('Nothing was called.');
  await expect(slack.press('ana', 'Allow Once')).rejects.toThrow('sees nothing called');
  expect(server.calls()).toEqual([]);
});

test('a click on a button of a tool calls it, and its blocks replace the old ones in place', async () => {
  const { server, slack, say, sees, newest } = await openSlackbot();
  server.reply((name) =>
    name === 'alert_list'
      ? said('List.', [section('All'), button('Show', 'tool:alert_show', '{"policy":"Disk 80"}')])
      : said('One.', [section('Disk 80 alone')]),
  );
  await say('alert_list {}');
  const before = sees().length;
  await slack.press('ana', 'Show');
  expect(server.calls().at(-1)).toEqual(['alert_show', { policy: 'Disk 80' }]);
  expect(sees()).toHaveLength(before);
  expect(newest()).toContain('Disk 80 alone');
  expect(newest()).not.toContain('All');
});

test('a click on a tool that may change something asks for consent first', async () => {
  const { server, slack, say, sees } = await openSlackbot();
  server.reply((name) =>
    name === 'alert_list'
      ? said('List.', [section('All'), button('Delete', 'tool:alert_delete', '{"policy":"cpu"}')])
      : said('Gone.', [section('It was deleted')]),
  );
  await say('alert_list {}');
  const list = asString(sees().at(-1)?.ts);
  await slack.press('ana', 'Delete');
  expect(server.calls()).toHaveLength(1);
  await slack.press('ana', 'Allow Once');
  const replaced = sees().find(({ ts }) => ts === list);
  expect(JSON.stringify(replaced?.blocks)).toContain('It was deleted');
});

test('what is entered into a form comes with the click on its button', async () => {
  const { server, slack, say } = await openSlackbot();
  const options = ['web01', 'web02'].map((value) => ({ text: { type: 'plain_text', text: value }, value }));
  const input = (label: string, type: string, id: string): JsonObject => ({
    type: 'input',
    label: { type: 'plain_text', text: label },
    element: { type, action_id: id, options },
  });
  server.reply(() =>
    said('Form.', [
      input('Server', 'radio_buttons', 'input:server'),
      input('Servers', 'multi_static_select', 'input:servers'),
      input('Nothing', 'static_select', 'other'),
      button('Show', 'tool:server_show', '{"account":"ACME"}'),
    ]),
  );
  await say('alert_list {}');
  const ts = asString(slack.sees('ana', 'slackbot').at(-1)?.ts);
  await slack.fill('ana', { Server: 'web01', Servers: ['web01', 'web02'], Nothing: 'web02' }, { ts });
  await slack.press('ana', 'Show');
  expect(server.calls().at(-1)).toEqual([
    'server_show',
    { account: 'ACME', server: 'web01', servers: ['web01', 'web02'] },
  ]);
});

test('a choice in a menu of a tool calls it with the value of the option', async () => {
  const { server, slack, say } = await openSlackbot();
  const options = [{ text: { type: 'plain_text', text: 'Disk 80' }, value: '{"policy":"Disk 80"}' }];
  const placeholder = { type: 'plain_text', text: 'Show a policy…' };
  const menu = { type: 'static_select', action_id: 'tool:alert_show', placeholder, options };
  server.reply(() => said('List.', [{ type: 'actions', elements: [menu] }]));
  await say('alert_list {}');
  await slack.choose('ana', 'Show a policy…', 'Disk 80');
  expect(server.calls().at(-1)).toEqual(['alert_show', { policy: 'Disk 80' }]);
});

test('a button of another id does nothing, and Slack says so', async () => {
  const { server, slack, say, notices, received } = await openSlackbot();
  server.reply(() => said('List.', [button('Confirm', 'confirm-1', '{}')]));
  await say('alert_list {}');
  await slack.press('ana', 'Confirm');
  expect(server.calls()).toHaveLength(1);
  expect(received).toEqual([]);
  expect(notices()).toEqual([expect.stringContaining('This does nothing')]);
});
