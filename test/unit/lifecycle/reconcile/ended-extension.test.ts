import { expect, test } from 'vitest';
import type { Status } from '../../../../src/change/model/change.ts';
import { endId } from '../../../../src/change/model/ids.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* A request to extend a change that has ended meanwhile has nothing left to do. */

const cloud = await cloudOfFile(quick);

/** Ana requested to extend a two-hour opening, whose end has this status by now. */
async function requested(status: Status = 'approved') {
  const bot = new InMemoryBot(cloud);
  const update = 'firewall intra update de1 195f2e21b90087a4b3313bc144204857';
  const opened = await bot.decided(`${update} tcp/22 why="Repair" ends=2h`, ['U0BEN']);
  const id = await bot.type('U0ANA', 'extend #1 1h why="not done yet"');
  await bot.press('U0ANA', 'confirm', id);
  const become = (next: Status) =>
    bot.ports.changes.change(endId(opened.id), (end) => ({ change: { ...end, status: next } }));
  await become(status);
  const said = bot.said.length;
  return {
    bot,
    become,
    vote: () => bot.vote('U0BEN', id, 'approve'),
    now: () => bot.stateOf(id),
    text: () =>
      bot.said
        .slice(said)
        .map(({ text }) => text)
        .join('\n'),
  };
}

test.each(['done', 'skipped', 'unknown', 'superseded'] as const)(
  'an extension of an end that is %s is outdated by the next sweep, without a reminder',
  async (status) => {
    const { bot, now, text } = await requested(status);
    await bot.pass(65);
    expect(now()).toMatchObject({ status: 'outdated', isReminded: false });
    expect(text()).toContain('What it would extend or end has ended.');
    expect(bot.log().at(-1)).toMatchObject({ event: 'failed' });
  },
);

test('an extension stays open, and reminds, while the end waits for its time', async () => {
  const { bot, now } = await requested();
  await bot.pass(65);
  expect(now()).toMatchObject({ status: 'open', isReminded: true });
});

test('End Now of an end of unknown outcome stays open for its approval, and then ends it', async () => {
  const bot = new InMemoryBot(cloud);
  const { crossFirewalls } = cloud.control.state();
  const policy = crossFirewalls.find((one) => one.sourceLocation === 'de1' && one.enabled);
  await bot.decided(`firewall disable de1 ${policy?.id} why=Repair ends=1h`);
  cloud.control.fail({ route: 'crossFirewalls.update', how: 'drop' });
  await bot.pass(65);
  const { crossFirewall } = outside(cloud);
  const isEnabled = async () => (await crossFirewall.get('de1', policy?.id ?? '')).enabled;
  expect(await isEnabled()).toBe(false);
  const { id } = await bot.decided('end #1 why="The repair is done"', []);
  await bot.pass(30);
  expect(bot.stateOf(id)?.status).toBe('open');
  for (const person of ['U0BEN', 'U0CORA'])
    if (bot.stateOf(id)?.status === 'open') await bot.vote(person, id, 'approve');
  await bot.pass(10);
  expect(bot.stateOf(id)?.status).toBe('done');
  expect(await isEnabled()).toBe(true);
});

test('a vote on the extension of an ended change outdates it and is not counted', async () => {
  const { now, vote, text } = await requested('done');
  await vote();
  expect(now()).toMatchObject({ status: 'outdated', votes: [] });
  expect(text()).toContain('Your vote wasn’t counted, because the request is outdated.');
  expect(text()).toContain('This has ended already');
});

test('an extension stays open while the change is ending: a vote is not counted, and can be cast again', async () => {
  const { become, now, vote, text } = await requested('running');
  await vote();
  expect(now()).toMatchObject({ status: 'open', votes: [] });
  expect(text()).toContain('This is ending right now. Your vote wasn’t counted.');
  expect(text()).toContain('Vote again in a minute');
  await become('approved');
  await vote();
  expect(now()?.votes).toMatchObject([{ person: 'U0BEN', vote: 'approve' }]);
});
