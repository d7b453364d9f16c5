import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { asObject, asString } from '../../local/slack/payload/json.ts';
import {
  sampleApp,
  sampleChannels,
  sampleHumans,
  samplePeople,
  sampleUserGroups,
} from '../../local/slack/workspace/sample-workspace.ts';
import { pushesFor } from '../../local/ui/pushes.ts';
import { SeenStore } from '../../local/ui/workspace-view.ts';
import { skydeskOfFile } from '../support/index.ts';
import { onPhone, wrongOnPhone } from '../support/push.ts';

const skydesk = await skydeskOfFile({
  policy: { people: { read: ['*'], change: ['*'], approve: ['S0APPROVERS'] } },
});
await skydesk.fresh();

const minute = 60_000;
const page = readFileSync(path.join(import.meta.dirname, '../../docs/notifications.md'), 'utf8');
/** The rows of the table on the page: the event, the notified people, the place, and the text on a phone. */
const documented = page
  .split('\n')
  .filter((row) => row.startsWith('| '))
  .slice(2)
  .map((row) => row.slice(2, -2).replaceAll('`', '').split(' | '));

/** With names in place of mentions, and without what differs from run to run: the id of a policy, and a minute more or less. */
const named = (text: string): string =>
  samplePeople
    .reduce((all, { id, realName }) => all.replaceAll(`<@${id}>`, `@${realName}`), text)
    .replace(/ · [0-9a-f]{8}$/, '')
    .replace(/in 1\d min/, 'in 15 min');

const info = { channels: [...sampleChannels], groups: [...sampleUserGroups] };
const nameOf = (id: string): string | undefined =>
  [...sampleChannels, ...samplePeople].find((one) => one.id === id)?.name;

/** The notifications since the last call: person, place, and the text on a phone. */
function pushes(): () => string[][] {
  const cursor = skydesk.slack.cursor();
  const store = new SeenStore();
  const known = new Map<string, number>();
  return () => {
    store.take(skydesk.slack.journal(cursor));
    return sampleHumans.flatMap((person) => {
      const all = pushesFor(store.of(person.id).posted, { person, info, nameOf });
      const since = all.slice(known.get(person.id) ?? 0);
      known.set(person.id, all.length);
      return since.map(({ title, message }) => [
        person.realName,
        title === sampleApp.name ? 'direct message' : title,
        onPhone(named(message.text)),
      ]);
    });
  };
}

/** How many messages Skydesk has posted since then, by channel. */
function postedSince(cursor: number): Record<string, number> {
  const posted: Record<string, number> = {};
  for (const { kind, data } of skydesk.slack.journal(cursor)) {
    const { user, channel, threadTs, onlyFor } = asObject(data.message);
    if (kind !== 'message.posted' || user !== sampleApp.userId) continue;
    const place = `${onlyFor ? 'only one person in ' : ''}${threadTs ? 'a thread of ' : ''}${asString(channel)}`;
    posted[place] = (posted[place] ?? 0) + 1;
  }
  return posted;
}

test('the page has each notification of an opening until its end: one per event, and none of one’s own click', async () => {
  const newPushes = pushes();
  const cursor = skydesk.slack.cursor();
  const line =
    'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="Nightly backup" ends=2h';
  let id = '';
  const story: readonly (readonly [what: string, by: string, act: () => Promise<unknown>])[] = [
    ['Ana requests it', 'Ana Ferreira', async () => (id = await skydesk.ask('ana', line))],
    [
      'Ben suggests less',
      'Ben Whitaker',
      () => skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/9' }),
    ],
    [
      'an hour passes',
      '',
      async () => {
        skydesk.time?.advance(60 * minute);
        await skydesk.sweep();
      },
    ],
    ['Ana declines', 'Ana Ferreira', () => skydesk.press('ana', 'Keep My Request')],
    ['Ben approves', 'Ben Whitaker', () => skydesk.decide('ben', id, 'Approve', { Comment: 'as agreed' })],
    [
      'Cora approves, so it is applied',
      'Cora Lindqvist',
      async () => {
        await skydesk.decide('cora', id, 'Approve');
        await skydesk.settled({ delayed: true });
        expect(postedSince(cursor)).toEqual({
          'only one person in C0CLOUDOPS': 1,
          C0APPROVALS: 1,
          // One of them is the file of the picture.
          'a thread of C0APPROVALS': 3,
          D0ANA: 1,
          'a thread of D0ANA': 1,
          C0CLOUDOPS: 1,
        });
      },
    ],
    ['it ends in 15 minutes', '', () => skydesk.pass(106 * minute)],
    ['it ends', '', () => skydesk.pass(20 * minute)],
  ];
  const rows: string[][] = [];
  for (const [what, by, act] of story) {
    await act();
    const told = newPushes();
    const people = told.map(([person]) => person);
    expect(people, what).toEqual([...new Set(people)]);
    expect(people, what).not.toContain(by);
    expect(told.flatMap(([, , text = '']) => wrongOnPhone(text))).toEqual([]);
    rows.push(...(told.length > 0 ? told.map((push) => [what, ...push]) : [[what, 'nobody', '–', '–']]));
  }
  expect(rows).toEqual(documented);
});

test('approvers hear once that a suggestion was accepted: what still needs approval, and who made it', async () => {
  await skydesk.fresh();
  const newPushes = pushes();
  const id = await skydesk.ask(
    'ana',
    'firewall create de1 va1 source=10.0.0.0/8 destination=10.1.0.0/24 why="Nightly backup" ends=2h',
  );
  await skydesk.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/9' });
  await skydesk.pass(60 * minute);
  newPushes();
  await skydesk.press('ana', 'Accept (1 More Approval)');
  await skydesk.settled();
  const says =
    '🟠 Ana Ferreira (ana) with @Ben Whitaker (ben): open 10.0.0.0/9 (DE1) → VA1, all ports · risk 5 · needs 1';
  expect(newPushes()).toEqual([
    ['Ben Whitaker', '#approvals', says],
    ['Cora Lindqvist', '#approvals', says],
  ]);
});
