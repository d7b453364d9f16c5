import { expect, test } from 'vitest';
import { InMemoryBot } from '../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../support/in-memory/local-cloud.ts';
import { cloudFor } from './drawn-world.ts';
import { edits, lines, statesIn } from './edits.ts';
import { figuresOf } from './figures.ts';
import { random, tries } from './seeds.ts';

/*
 * Somebody changes the cloud account outside Skydesk, while people change it with Skydesk: each difference is reported once,
 * never with a wrong author, and changes that cancel out are not reported.
 */

const cloud = await cloudOfFile();
const figures = figuresOf('changed outside');
const minute = 60_000;
const account = 'ACME';
const watch = { accounts: [account], everyMinutes: 15 };

const keyOf = ({ subject: { server, address, id } }: Finding): string =>
  address ? `${server}/${address}` : (id ?? server ?? '');

type Finding = Awaited<ReturnType<InMemoryBot['findings']>>[number]['findings'][number];

/** All findings so far. */
const foundBy = async (bot: InMemoryBot): Promise<readonly Finding[]> =>
  (await bot.findings()).flatMap(({ findings }) => findings);

/** A change by Skydesk, run to its end; whether it sent anything. */
async function change(bot: InMemoryBot, line: string, approved: boolean): Promise<boolean> {
  const before = bot.changes().length;
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  if (approved) await bot.vote('U0BEN', id, 'approve');
  // Polls of background jobs run; a due watch comes later.
  for (let poll = 0; poll < 3; poll += 1) {
    bot.later(3_000);
    await bot.settled();
  }
  return bot.changes().length > before;
}

/** The author of a change in a window, and the state in which Skydesk left the resource last. */
interface Touched {
  readonly by: Set<'outside' | 'skydesk'>;
  readonly left: string | undefined;
}

test('of 200 edits, some of which cancel out and some by Skydesk, each is reported once, with its right author', async () => {
  cloud.control.reset();
  cloud.control.set(cloudFor('changed outside'));
  const draw = random('changed outside');
  const { below, pick, next } = draw;
  const bot = new InMemoryBot(cloud, { watch });
  await bot.sweep();
  expect(await foundBy(bot)).toEqual([]);
  let told = 0;
  for (let made = 0; made < tries(200); ) {
    const before = statesIn(cloud);
    const touched = new Map<string, Touched>();
    const note = async (who: 'outside' | 'skydesk', act: () => Promise<unknown>): Promise<void> => {
      const was = statesIn(cloud);
      // No resource of this kind may be left to edit.
      await act().catch(() => {});
      const is = statesIn(cloud);
      for (const key of new Set([...was.keys(), ...is.keys()]))
        if (was.get(key) !== is.get(key)) {
          const { by = new Set<'outside' | 'skydesk'>(), left } = touched.get(key) ?? {};
          touched.set(key, { by: by.add(who), left: who === 'skydesk' ? is.get(key) : left });
          made += 1;
        }
    };
    for (let edit = below(6); edit >= 0; edit -= 1) {
      if (next() < 0.3)
        await note('skydesk', async () => {
          const { line, approved } = pick(lines)(cloud, draw);
          await change(bot, line, approved);
        });
      else await note('outside', async () => pick(edits)(cloud, draw));
    }
    // Due ends run now.
    bot.later(6 * minute);
    await note('skydesk', () => bot.sweep());
    bot.later(20 * minute);
    await bot.sweep();
    const after = statesIn(cloud);
    const findings = (await foundBy(bot)).slice(told);
    told += findings.length;
    check(before, after, touched, findings);
    bot.later(20 * minute);
    await bot.sweep();
    expect(await foundBy(bot), 'a quiet run').toHaveLength(told);
  }
});

/** Outside changes while Skydesk watches: one resource of each of three kinds, of which one opens traffic. */
async function changeThree(): Promise<void> {
  const service = connected(cloud).account(account);
  const [alert] = await service.alertPolicies.list();
  await service.firewall.create('de1', {
    ...{
      source: ['10.1.0.0/24'],
      destination: ['10.2.0.0/24'],
      ports: ['tcp/22'],
      destinationAccount: account,
    },
  });
  await service.alertPolicies.delete(alert?.id ?? '');
  await service.autoscalePolicies.remove('de1acmeweb01');
}

test.each([{ performed: false }, { performed: true }])(
  'if a worker dies at any call of a watch (done: $performed), each finding is reported once',
  async ({ performed }) => {
    let deaths = 0;
    const cards: number[] = [];
    for (let at = 1; ; at += 1) {
      cloud.control.reset();
      cloud.control.set(cloudFor(`changed outside, call ${at}`));
      const bot = new InMemoryBot(cloud, { watch });
      await bot.sweep();
      await changeThree();
      bot.later(16 * minute);
      bot.begin({ of: 'worker', from: at, calls: 1, performed });
      await bot.sweep();
      if (bot.calls.table < at) break;
      deaths += 1;
      bot.begin();
      for (let sweep = 0; sweep < 3; sweep += 1) {
        bot.later(8 * minute);
        await bot.sweep();
      }
      const found = (await foundBy(bot)).map(({ subject, by }) => `${subject.kind}: ${by.kind}`);
      expect(found.sort(), `call ${at}`).toEqual([
        'alert policy: outside',
        'autoscale policy on server: outside',
        'firewall inside: outside',
      ]);
      expect(bot.deadLetters, `call ${at}`).toEqual([]);
      cards.push(bot.said.filter(({ to, how }) => to === '#approvals' && how === 'message').length);
    }
    figures.count('deaths', deaths);
    // Only if the worker dies between Slack and the table, its card is unknown.
    expect(cards.filter((count) => count !== 1)).toEqual(performed ? [] : [2]);
    expect(deaths).toBeGreaterThan(10);
  },
);

/** Compares the findings of a window with its changes. */
function check(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  touched: ReadonlyMap<string, Touched>,
  findings: readonly Finding[],
): void {
  const byKey = Map.groupBy(findings, keyOf);
  for (const key of new Set([...before.keys(), ...after.keys(), ...byKey.keys()])) {
    const found = byKey.get(key) ?? [];
    const kinds = found.map(({ by }) => by.kind);
    const { by = [], left } = touched.get(key) ?? {};
    const who = [...by].sort();
    const differs = before.get(key) !== after.get(key);
    const message = `${key}, changed by ${who.join(' and ') || 'nobody'}: ${JSON.stringify(found)}`;
    if (who.length === 0 || (!differs && who.join() === 'outside')) expect(kinds, message).toEqual([]);
    else if (who.join() === 'outside') {
      // A watch in between, after a change of something else, reports the difference until then.
      expect(
        kinds.filter((kind) => kind !== 'outside'),
        message,
      ).toEqual([]);
      expect(
        found.slice(1).map((one) => one.before),
        message,
      ).toEqual(found.slice(0, -1).map((one) => one.after));
    } else if (who.join() === 'skydesk')
      expect(
        kinds.filter((kind) => kind !== 'skydesk'),
        message,
      ).toEqual([]);
    else if (differs && after.get(key) !== left)
      expect(
        kinds.some((kind) => kind !== 'skydesk'),
        message,
      ).toBe(true);
    if (differs) expect(kinds.length, message).toBeGreaterThan(0);
    if (who.length > 0) figures.count(`${who.join(' and ')}: ${kinds.join(', ') || 'nothing'}`);
  }
}
