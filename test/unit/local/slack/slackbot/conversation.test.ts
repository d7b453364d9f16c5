import { expect, test } from 'vitest';
import { asObject, asObjects, asString } from '../../../../../local/slack/payload/json.ts';
import { shownAs } from '../../../../harness/shown.ts';
import { openLocalSlack } from '../local-slack.ts';
import { openMcpServer, said } from './mcp-server.ts';
import { openSlackbot, section } from './open-slackbot.ts';

test('a question calls a tool that reads, in the name of the person who asks, and shows its blocks', async () => {
  const { server, say, newest, received } = await openSlackbot();
  server.reply(() => said('Two policies.', [section('*Night watch* and *Disk 80*')]));
  await say('alert_list {}');
  expect(server.calls()).toEqual([['alert_list', {}]]);
  expect(newest()).toContain('*Night watch* and *Disk 80*');
  for (const { params } of server.asked)
    expect(asObject(asObject(params._meta).slack)).toEqual({ user_id: 'U0ANA', team_id: 'T0SKYDESK' });
  expect(received, 'what the app hears of it').toEqual([]);
});

test('the tools are asked for once, until they are too old', async () => {
  const { server, say } = await openSlackbot();
  await say('alert_list {}');
  await say('server_show {"server":"web01"}');
  expect(server.asked.map(({ method }) => method)).toEqual([
    'server/discover',
    'tools/list',
    'tools/call',
    'tools/call',
  ]);
});

test('Slackbot says to the server that it shows Block Kit', async () => {
  const { server, say } = await openSlackbot();
  await say('alert_list {}');
  expect(JSON.stringify(server.asked.at(-1)?.params)).toContain('application/vnd.slack.blocks+json');
});

test('an answer without blocks is shown in its words, which format and mention nothing', async () => {
  const { server, say, newest } = await openSlackbot();
  server.reply(() => said('<!channel> is the name. See https://acme.example/1042'));
  await say('alert_list {}');
  expect(newest()).toContain('{"type":"text","text":"<!channel> is the name. See "}');
  expect(newest()).toContain('{"type":"link","url":"https://acme.example/1042"}');
});

test('one bad block drops all blocks, and the message says which it was', async () => {
  const { server, say, newest, notices } = await openSlackbot();
  server.reply(() => said('In words.', [section('In blocks.'), { type: 'alert' }]));
  await say('alert_list {}');
  expect(newest()).toContain('In words.');
  expect(newest()).not.toContain('In blocks.');
  expect(notices()).toEqual([
    'Slackbot dropped all blocks of this answer: unsupported type: alert [/blocks/1/type].',
  ]);
});

test('“tools” lists all tools, what each requires and whether it asks first; its menu shows the form of one', async () => {
  const { server, slack, say, newest } = await openSlackbot();
  await say('tools');
  const list = shownAs(slack.sees('ana', 'slackbot').at(-1));
  expect(list).toMatch(/^alert_assign +Assign Alert Policy +policy, server +Yes$/m);
  expect(list).toMatch(/^alert_list +List the alert policies +No$/m);
  await slack.choose('ana', 'Choose a tool…', 'server_show');
  expect(newest()).toContain('Show a server.');
  expect(server.calls()).toEqual([]);
});

test('the name of a tool shows its form, which calls it with what was entered, as its schema has it', async () => {
  const { server, slack, say, sees } = await openSlackbot();
  const last = () => ({ ts: asString(sees().at(-1)?.ts) });
  await say('firewall_intra_create');
  await slack.fill('ana', { dc: 'de1', ports: 'tcp/443\n tcp/80-81\n' }, last());
  await slack.press('ana', 'Call Tool');
  await slack.press('ana', 'Allow Once');
  expect(server.calls()).toEqual([['firewall_intra_create', { dc: 'de1', ports: ['tcp/443', 'tcp/80-81'] }]]);
  await say('invoice_trend');
  const form = last();
  for (const months of ['6', 'six']) {
    await slack.fill('ana', { months }, form);
    await slack.press('ana', 'Call Tool');
  }
  expect(server.calls().slice(1)).toEqual([
    ['invoice_trend', { months: 6 }],
    ['invoice_trend', { months: 'six' }],
  ]);
});

test('a tool can be called by its name, with arguments that its schema would not allow', async () => {
  const { server, say } = await openSlackbot();
  await say('alert_show {"policy":"Disk 80","page":2}');
  expect(server.calls()).toEqual([['alert_show', { policy: 'Disk 80', page: 2 }]]);
});

test.each([
  ['tell me a joke', 'Skydesk has no tool “tell”. Type “tools” for all of them'],
  ['alert_show Disk 80', 'The arguments of alert_show have to be a JSON object'],
  ['alert_show ["Disk 80"]', 'The arguments of alert_show have to be a JSON object'],
])('“%s” calls nothing', async (line, words) => {
  const { server, say, newest } = await openSlackbot();
  await say(line);
  expect(newest()).toContain(words);
  expect(server.calls()).toEqual([]);
});

test('without an MCP server there is nothing to look up', async () => {
  const { slack } = await openLocalSlack();
  await slack.type('ana', 'slackbot', 'alert_list {}');
  expect(JSON.stringify(slack.sees('ana', 'slackbot').at(-1))).toContain(
    'No app in this workspace has an MCP server',
  );
});

test('a server that refuses the signature is told of', async () => {
  const server = await openMcpServer('another-secret', () => Date.UTC(2026, 5, 1, 9, 30));
  const { slack } = await openLocalSlack({ mcpUrl: () => server.url });
  await slack.type('ana', 'slackbot', 'alert_list {}');
  expect(JSON.stringify(slack.sees('ana', 'slackbot').at(-1))).toContain('couldn’t get Skydesk’s tools');
});

test('each person talks to Slackbot alone, as themselves', async () => {
  const { server, slack, say } = await openSlackbot();
  await say('alert_list {}');
  await slack.type('ben', 'slackbot', 'alert_list {}');
  const askers = server.asked
    .filter(({ method }) => method === 'tools/call')
    .map(({ params }) => asObject(asObject(params._meta).slack).user_id);
  expect(askers).toEqual(['U0ANA', 'U0BEN']);
  expect(slack.sees('ben', 'slackbot')).toHaveLength(2);
  await expect(slack.type('ben', 'D1ANA', 'hello')).rejects.toThrow('ben is not in');
});

test('each request and what came of it are in the journal', async () => {
  const { slack, say, server } = await openSlackbot();
  server.reply(() => said('Two policies.'));
  await say('alert_list {}');
  const requests = slack.journal().filter(({ kind }) => kind === 'request');
  const [call] = requests.slice(-1);
  expect(asObject(call?.data.payload)).toMatchObject({
    method: 'tools/call',
    params: { name: 'alert_list' },
  });
  expect(asObject(call?.data.ack)).toMatchObject({ ok: true, status: 200 });
  const [shown] = slack.journal().filter(({ cause }) => cause === call?.data.id);
  expect(asObjects([shown?.data.message ?? null])).toHaveLength(1);
});

test('after a reset Slackbot remembers nothing', async () => {
  const { server, slack, say } = await openSlackbot();
  await say('alert_delete {"policy":"cpu"}');
  await slack.press('ana', 'Always Allow');
  slack.reset();
  await say('alert_delete {"policy":"disk"}');
  expect(server.calls()).toHaveLength(1);
});
