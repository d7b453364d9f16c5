import { expect, test } from 'vitest';
import { asString } from '../../../../../local/slack/payload/json.ts';
import { said } from './mcp-server.ts';
import { button, openSlackbot, section } from './open-slackbot.ts';

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

test('a button of another id does nothing, and Slack says so', async () => {
  const { server, slack, say, notices, received } = await openSlackbot();
  server.reply(() => said('List.', [button('Confirm', 'confirm-1', '{}')]));
  await say('alert_list {}');
  await slack.press('ana', 'Confirm');
  expect(server.calls()).toHaveLength(1);
  expect(received).toEqual([]);
  expect(notices()).toEqual([expect.stringContaining('This does nothing')]);
});
