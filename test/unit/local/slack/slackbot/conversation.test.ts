import { expect, test } from 'vitest';
import { said } from './mcp-server.ts';
import { openSlackbot, section } from './open-slackbot.ts';

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
