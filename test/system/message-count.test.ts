import { expect, test } from 'vitest';
import { asObject, asString, type JsonObject } from '../../local/slack/payload/json.ts';
import { sampleApp } from '../../local/slack/workspace/sample-workspace.ts';
import { shownAs, skydeskOfFile } from '../harness/index.ts';

const skydesk = await skydeskOfFile();
await skydesk.fresh();

const line = 'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="the shop needs it"';

/** Where a message is, and who is to see it. */
function placeOf({ channel, threadTs, onlyFor }: JsonObject): string {
  const place = threadTs ? `thread in ${asString(channel)}` : asString(channel);
  return onlyFor ? `only ${asString(onlyFor)} in ${place}` : place;
}

test('of a change with two approvals, a suggestion and a reminder nobody gets more messages than they need', async () => {
  const cursor = skydesk.slack.cursor();
  const id = await skydesk.ask('ana', line);
  await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/9' });
  skydesk.time?.advance(3_600_000);
  await skydesk.sweep();
  await skydesk.press('ana', 'Decline');
  await skydesk.decide('ben', id, 'Approve', { Comment: 'as agreed' });
  await skydesk.decide('cora', id, 'Approve');
  await skydesk.settled({ delayed: true });
  expect((await skydesk.stateOf(id)).status).toBe('done');

  const posted: Record<string, string[]> = {};
  for (const { kind, data } of skydesk.slack.journal(cursor)) {
    const message = asObject(data.message);
    if (kind !== 'message.posted' || message.user !== sampleApp.userId) continue;
    const place = placeOf(message);
    posted[place] = [...(posted[place] ?? []), shownAs(message).split('\n')[0] ?? ''];
  }
  const title = /^Create firewall policy 10\.0\.0\.0\/8 /;
  expect(posted).toEqual({
    'only U0ANA in C0CLOUDOPS': [expect.stringMatching(title)],
    C0APPROVALS: [expect.stringMatching(title)],
    'thread in C0APPROVALS': [
      expect.stringMatching(/^⏳ Reminder: #\d+ needs 2 more approvals · expires /),
      expect.stringMatching(
        /^Ana Ferreira declined the suggestion of @ben: Create firewall policy 10\.0\.0\.0\/9 /,
      ),
    ],
    D0ANA: [expect.stringMatching(/^@ben suggests changes to #\d+ /)],
    'thread in D0ANA': [expect.stringMatching(/^✅ Firewall policy created · 10\.0\.0\.0\/8 /)],
    C0CLOUDOPS: [expect.stringMatching(/Create firewall policy 10\.0\.0\.0\/8 /)],
  });
});
