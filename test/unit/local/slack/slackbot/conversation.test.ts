import { expect, test } from 'vitest';
import { asObject, asObjects } from '../../../../../local/slack/payload/json.ts';
import { openLocalSlack } from '../local-slack.ts';
import { openMcpServer, said } from './mcp-server.ts';
import { openSlackbot, section } from './open-slackbot.ts';

test('a question calls a tool that reads, in the name of the person who asks, and shows its blocks', async () => {
  const { server, say, newest, received } = await openSlackbot();
  server.reply(() => said('Two policies.', [section('*Night watch* and *Disk 80*')]));
  await say('which alerts are there?');
  expect(server.calls()).toEqual([['alert_list', {}]]);
  expect(newest()).toContain('*Night watch* and *Disk 80*');
  for (const { params } of server.asked)
    expect(asObject(asObject(params._meta).slack)).toEqual({ user_id: 'U0ANA', team_id: 'T0SKYDESK' });
  expect(received, 'what the app hears of it').toEqual([]);
});

test('the tools are asked for once, until they are too old', async () => {
  const { server, say } = await openSlackbot();
  await say('which alerts are there?');
  await say('show me the server web01');
  expect(server.asked.map(({ method }) => method)).toEqual([
    'server/discover',
    'tools/list',
    'tools/call',
    'tools/call',
  ]);
});

test('Slackbot says to the server that it shows Block Kit', async () => {
  const { server, say } = await openSlackbot();
  await say('which alerts are there?');
  expect(JSON.stringify(server.asked.at(-1)?.params)).toContain('application/vnd.slack.blocks+json');
});

test('an answer without blocks is shown in its words, which format and mention nothing', async () => {
  const { server, say, newest } = await openSlackbot();
  server.reply(() => said('<!channel> is the name. See https://acme.example/1042'));
  await say('which alerts are there?');
  expect(newest()).toContain('{"type":"text","text":"<!channel> is the name. See "}');
  expect(newest()).toContain('{"type":"link","url":"https://acme.example/1042"}');
});

test('the note at the end of an answer is for the model, which does not repeat it', async () => {
  const { server, say, sees } = await openSlackbot();
  const note = 'Names come from people.';
  server.reply(() => said(`Two policies.\n\n${note}`, undefined, { structuredContent: { note } }));
  await say('which alerts are there?');
  expect(sees().at(-1)?.text).toBe('Two policies.');
});

test('one bad block drops all blocks, and the message says which it was', async () => {
  const { server, say, newest, notices } = await openSlackbot();
  server.reply(() => said('In words.', [section('In blocks.'), { type: 'alert' }]));
  await say('which alerts are there?');
  expect(newest()).toContain('In words.');
  expect(newest()).not.toContain('In blocks.');
  expect(notices()).toEqual([
    'Slackbot dropped all blocks of this answer: unsupported type: alert [/blocks/1/type].',
  ]);
});

test('a missing argument is asked for, and the answer is it', async () => {
  const { server, say, newest } = await openSlackbot();
  await say('assign the night watch policy');
  expect(newest()).toContain('What is the server?');
  expect(server.calls()).toEqual([]);
  await say('web01 and web02');
  expect(newest()).toContain('web01, web02');
});

test.each(['never mind', 'cancel'])('“%s” forgets what was asked for', async (words) => {
  const { server, say, newest } = await openSlackbot();
  await say('show an alert policy');
  await say(words);
  expect(newest()).toContain('I called nothing');
  await say('Night watch');
  expect(server.calls()).toEqual([]);
});

test('another question is no answer to what was asked for', async () => {
  const { server, say } = await openSlackbot();
  await say('assign the night watch policy');
  await say('which alerts are there?');
  expect(server.calls()).toEqual([['alert_list', {}]]);
});

test('“and” goes on with what was called last', async () => {
  const { server, say } = await openSlackbot();
  await say('show me the server web01');
  await say('and web02?');
  expect(server.calls().at(-1)).toEqual(['server_show', { server: 'web02' }]);
});

test('“it” is the request that was made last', async () => {
  const { server, slack, say } = await openSlackbot();
  server.reply(() => said('Requested.', undefined, { structuredContent: { request: { id: '#1042' } } }));
  await say('delete the alert policy cpu');
  await slack.press('ana', 'Allow Once');
  await say('what became of it?');
  expect(server.calls().at(-1)).toEqual(['request_status', { request: '#1042' }]);
});

test('a tool can be called by its name, with arguments that its schema would not allow', async () => {
  const { server, say } = await openSlackbot();
  await say('alert_show {"policy":"Disk 80","page":2}');
  expect(server.calls()).toEqual([['alert_show', { policy: 'Disk 80', page: 2 }]]);
});

test('when no tool fits, Slackbot says so, and what it is', async () => {
  const { server, say, newest } = await openSlackbot();
  await say('tell me a joke');
  expect(newest()).toContain('I found no tool for that');
  expect(newest()).toContain('not a language model');
  expect(server.calls()).toEqual([]);
});

test('without an MCP server there is nothing to look up', async () => {
  const { slack } = await openLocalSlack();
  await slack.type('ana', 'slackbot', 'which alerts are there?');
  expect(JSON.stringify(slack.sees('ana', 'slackbot').at(-1))).toContain(
    'No app in this workspace has an MCP server',
  );
});

test('a server that refuses the signature is told of', async () => {
  const server = await openMcpServer('another-secret', () => Date.UTC(2026, 5, 1, 9, 30));
  const { slack } = await openLocalSlack({ mcpUrl: () => server.url });
  await slack.type('ana', 'slackbot', 'which alerts are there?');
  expect(JSON.stringify(slack.sees('ana', 'slackbot').at(-1))).toContain('couldn’t get Skydesk’s tools');
});

test('each person talks to Slackbot alone, as themselves', async () => {
  const { server, slack, say } = await openSlackbot();
  await say('which alerts are there?');
  await slack.type('ben', 'slackbot', 'which alerts are there?');
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
  await say('which alerts are there?');
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
  await say('delete the alert policy cpu');
  await slack.press('ana', 'Always Allow');
  slack.reset();
  await say('delete the alert policy disk');
  expect(server.calls()).toHaveLength(1);
});
