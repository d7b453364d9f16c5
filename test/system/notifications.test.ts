import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asObject, asString, type JsonObject } from '../../local/slack/payload/json.ts';
import { sampleApp, sampleChannels, samplePeople } from '../../local/slack/workspace/sample-workspace.ts';
import { startTestSkydesk, type TestSkydesk } from '../harness/index.ts';
import { onPhone, wrongOnPhone } from '../unit/push.ts';

let skydesk: TestSkydesk;
beforeAll(async () => {
  skydesk = await startTestSkydesk();
  await skydesk.fresh();
});
afterAll(() => skydesk.stop());

const minute = 60_000;
const page = readFileSync(path.join(import.meta.dirname, '../../docs/notifications.md'), 'utf8');
/** The rows of the table on the page: where a message is, and what a phone says of it. */
const documented = [...page.matchAll(/^\| ([^|]+) \| `(.+)` \|$/gm)].map(([, where, says]) => [where, says]);

/** With names in place of mentions, and without what differs from run to run: the id of a policy, and a minute more or less. */
const named = (text: string): string =>
  samplePeople
    .reduce((all, { id, realName }) => all.replaceAll(`<@${id}>`, `@${realName}`), text)
    .replace(/ · [0-9a-f]{8}$/, '')
    .replace(/Ends in 1\d min/, 'Ends in 15 min');

function whereOf({ channel, threadTs }: JsonObject): string {
  const name = sampleChannels.find(({ id }) => id === channel)?.name;
  const place = name ? `in #${name}` : 'to Ana Ferreira';
  const thread = name === 'approvals' ? 'the thread of the card' : 'the thread of what ends';
  return threadTs ? `${place}, in ${thread}` : place;
}

test('the page has every push notification of an opening, from its request to its end', async () => {
  const cursor = skydesk.slack.cursor();
  const line =
    'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="Nightly backup" ends=2h';
  const id = await skydesk.ask('ana', line);
  await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/9' });
  skydesk.time?.advance(60 * minute);
  await skydesk.sweep();
  await skydesk.press('ana', 'Decline');
  await skydesk.decide('ben', id, 'Approve', { Comment: 'as agreed' });
  await skydesk.decide('cora', id, 'Approve');
  await skydesk.settled({ delayed: true });
  await skydesk.pass(106 * minute);
  await skydesk.pass(20 * minute);

  const posted = skydesk.slack.journal(cursor).flatMap(({ kind, data }) => {
    const message = asObject(data.message);
    const isOurs = kind === 'message.posted' && message.user === sampleApp.userId && !message.onlyFor;
    return isOurs ? [{ where: whereOf(message), text: asString(message.text) }] : [];
  });
  expect(posted.flatMap(({ text }) => wrongOnPhone(text))).toEqual([]);
  expect(posted.map(({ where, text }) => [where, onPhone(named(text))])).toEqual(documented);
});
