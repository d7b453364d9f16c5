import { expect, test } from 'vitest';
import { asObject } from '../../../../../local/slack/payload/json.ts';
import { openLocalSlack } from '../local-slack.ts';
import { openMcpServer, said } from './mcp-server.ts';
import { openSlackbot, section } from './open-slackbot.ts';

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

test('after a reset Slackbot remembers nothing', async () => {
  const { server, slack, say } = await openSlackbot();
  await say('alert_delete {"policy":"cpu"}');
  await slack.press('ana', 'Always Allow');
  slack.reset();
  await say('alert_delete {"policy":"disk"}');
  expect(server.calls()).toHaveLength(1);
});
