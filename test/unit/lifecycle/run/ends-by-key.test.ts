import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* Each key of a resource has its own end: the ports of a policy, its sources, and whether it is enabled. */

const cloud = await cloudOfFile(quick);
const { firewall } = outside(cloud);
const policy = '195f2e21b90087a4b3313bc144204857';
const ip = 'ip update de1acmejump01 203.0.113.14';

const words = {
  source: fc.constantFrom('10.95.131.0/24', '10.95.131.0/25', '10.95.128.0/20'),
  ports: fc.constantFrom('tcp/5432', 'tcp/443', 'tcp/443 tcp/5432'),
  enabled: fc.constantFrom('enable', 'disable'),
};
const set = fc.oneof(
  fc.record({ source: words.source }),
  fc.record({ ports: words.ports }),
  fc.record({ source: words.source, ports: words.ports }),
  fc.record({ enabled: words.enabled }),
);
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ set, ends: fc.option(fc.constantFrom('30m', '1h'), { nil: undefined, freq: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ outside: set }) },
  { weight: 1, arbitrary: fc.constant({ keep: true } as const) },
);
type Set = Partial<Record<keyof typeof words, string>>;

const lineOf = ({ enabled, source, ports = '' }: Set, ends: string | undefined): string =>
  [
    ...['firewall intra', enabled ?? 'update', 'de1', policy, ports],
    ...(source === undefined ? [] : [`source=${source}`]),
    ...(ends === undefined ? [] : [`ends=${ends}`]),
    'why="a test"',
  ].join(' ');

async function present(): Promise<Required<Set>> {
  const { source, ports, enabled } = await firewall.get('de1', policy);
  return {
    source: source.join(),
    ports: [...ports].sort().join(' '),
    enabled: enabled ? 'enable' : 'disable',
  };
}

const valueIn = (all: Set, key: string): string =>
  Object.entries(all).find(([name]) => name === key)?.[1] ?? '';
const entriesOf = (value: string): readonly string[] => value.split(/[ ,]/);
const changedTo = ({ source, ports, enabled }: Set) => ({
  ...(source !== undefined && { source: [source] }),
  ...(ports !== undefined && { ports: ports.split(' ') }),
  ...(enabled !== undefined && { enabled: enabled === 'enable' }),
});

const lengthOf = (range: string): number => Number(range.split('/')[1]);

/** Returns whether a value allows no more than another one. */
function isWithin(key: string, value: string, other: string): boolean {
  if (value === other) return true;
  if (key === 'enabled') return value === 'disable';
  if (key === 'source') return lengthOf(value) >= lengthOf(other);
  return entriesOf(value).every((entry) => entriesOf(other).includes(entry));
}

/** What is known of a key while an end waits for it. */
interface Waiting {
  /** The number of the request that ends. */
  readonly of: number;
  /** The value before that request, to which the end closes what others opened again. */
  readonly before: string;
}

test('after the last end each key is as the last change for good left it, or closed further if others changed something', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 4 }), async (acts) => {
      cloud.control.reset();
      cloud.control.set(quick);
      const bot = new InMemoryBot(cloud);
      let forGood = await present();
      const waiting = new Map<string, Waiting>();
      const ids = new Map<number, string>();
      /** The values that others set, of keys for which an end waited. */
      const set: Record<string, string[]> = {};
      let isChangedByOthers = false;
      for (const one of acts) {
        if ('outside' in one) {
          await firewall.update('de1', policy, changedTo(one.outside));
          isChangedByOthers ||= waiting.size > 0;
          for (const [key, value] of Object.entries(one.outside))
            if (waiting.has(key)) set[key] = [...(set[key] ?? []), value];
            else forGood = { ...forGood, [key]: value };
          continue;
        }
        if ('keep' in one) {
          const [[, { of: number } = { of: 0 }] = []] = [...waiting];
          const { id } = await bot.decided(`keep #${number} why="a test"`);
          if (bot.stateOf(id)?.steps[0]?.outcome !== 'done') continue;
          const kept = [...waiting].filter(([, { of }]) => of === number).map(([key]) => key);
          for (const key of kept) waiting.delete(key);
          const now: Set = await present();
          forGood = {
            ...forGood,
            ...Object.fromEntries(Object.entries(now).filter(([key]) => kept.includes(key))),
          };
          continue;
        }
        const before = await present();
        const { id, preview } = await bot.decided(lineOf(one.set, one.ends));
        const { number = 0, steps } = bot.stateOf(id) ?? {};
        if (steps?.[0]?.outcome !== 'done') continue;
        ids.set(number, id);
        // What lasts until an end is no decision for good.
        const isForGood = (key: string) => !waiting.has(key) || !preview.includes('still ends it');
        if (one.ends === undefined)
          forGood = {
            ...forGood,
            ...Object.fromEntries(Object.entries(one.set).filter(([key]) => isForGood(key))),
          };
        else
          for (const key of Object.keys(one.set))
            waiting.set(key, { of: number, before: valueIn(before, key) });
      }
      await bot.pass(90);
      const isTold = (pattern: RegExp): boolean => bot.said.some(({ text }) => pattern.test(text));
      /** Such an end waits until a person looks at it. */
      const isLeftToPerson = (key: string): boolean =>
        isChangedByOthers &&
        isTold(/Somebody opened more there|would open more than was approved/) &&
        bot.stateOf(ids.get(waiting.get(key)?.of ?? 0) ?? '')?.steps[0]?.end?.status === 'active';
      for (const [key, value] of Object.entries(await present())) {
        const last = valueIn(forGood, key);
        const reopened = set[key] ? [...set[key], waiting.get(key)?.before ?? last] : [];
        const isToldWhyLess =
          isChangedByOthers &&
          isTold(/more than was approved|Somebody changed it since|Nothing was left to end/);
        const isSo =
          value === last ||
          reopened.some((most) => isWithin(key, value, most)) ||
          (isToldWhyLess && isWithin(key, value, last)) ||
          isLeftToPerson(key);
        expect({ key, value, isSo }).toEqual({ key, value, isSo: true });
      }
    }),
    {
      numRuns: 20,
      examples: [
        [
          [
            { set: { source: '10.95.131.0/25', ports: 'tcp/443 tcp/5432' }, ends: '30m' },
            { set: { ports: 'tcp/5432' }, ends: undefined },
          ],
        ],
        // An end opens a port again while another one waits for the whole policy.
        [
          [
            { set: { source: '10.95.131.0/24', ports: 'tcp/5432' }, ends: '30m' },
            { set: { enabled: 'disable' }, ends: undefined },
            { set: { enabled: 'enable' }, ends: '30m' },
          ],
        ],
        // Less than before is closed for good while an end waits.
        [
          [
            { set: { source: '10.95.128.0/20' }, ends: '30m' },
            { set: { source: '10.95.131.0/25', ports: 'tcp/5432' }, ends: undefined },
            { set: { source: '10.95.128.0/20' }, ends: undefined },
          ],
        ],
      ],
    },
  );
});

test('the log says that an end was made early', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert update "Disk 80" disk=95 ends=1h', []);
  await bot.decided('end #1', []);
  expect(bot.log().findLast(({ event }) => event === 'started')?.note).toBe('It was ended before its time.');
});

const besideStep1 = 'opens access beside step 1, which ends by itself.';
test.each<[why: string, second: string]>([
  ['sets what step 1 sets, and one of them ends by itself.', `tcp/22 from=198.51.100.0/29`],
  [besideStep1, 'from=0.0.0.0/0'],
])('a plan is refused before anybody agrees to it if a step %s', async (why, second) => {
  const bot = new InMemoryBot(cloud);
  await bot.type('U0ANA', `plan "${ip} tcp/22 ends=1h\n${ip} ${second}" why="Repair"`);
  expect(bot.said.at(-1)?.text).toContain(`Step 2 ${why}`);
  expect(bot.said.at(-1)?.text).toContain('Request one of them after the other has ended.');
});

test('a deletion of what ends in part offers no Undo, which would restore only a part', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert update "Disk 80" disk=95 ends=1h');
  await bot.decided('alert delete "Disk 80"');
  const deleted = bot.said.find(({ text }) => text.includes('Deleted alert policy Disk 80'));
  expect(deleted?.text).not.toContain('Undo until');
});
