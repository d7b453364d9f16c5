import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import type { OpenRow } from '../../../../src/change/model/open-row.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { quick, seeded } from '../../../support/seeded.ts';

/* The list of what stands open is written with each change: whatever happens, nothing is open through Skydesk without a row. */

const cloud = await cloudOfFile(quick);
const { firewall, publicIps } = outside(cloud);
const policy = seeded.localFirewall;
const jump = { server: 'de1acmejump01', address: '203.0.113.14' };
const server = 'de1acmeweb03';

const rowsOf = (bot: InMemoryBot): Promise<readonly OpenRow[]> =>
  changesIn(bot.memory, () => bot.now()).openRows('ACME');

const sources = ['10.95.131.0/25', '10.95.131.0/24', '10.95.128.0/20'] as const;
const portLists = ['tcp/5432', 'tcp/443 tcp/5432', 'tcp/22 tcp/443 tcp/5432'] as const;

/** Changes, each with its end or for good. */
const changing = fc.oneof(
  fc.constantFrom(...portLists).map((ports) => `firewall intra update de1 ${policy} ${ports}`),
  fc.constantFrom(...sources).map((source) => `firewall intra update de1 ${policy} source=${source}`),
  fc.constantFrom('enable', 'disable').map((verb) => `firewall intra ${verb} de1 ${policy}`),
  fc
    .constantFrom(
      'tcp/22 from=198.51.100.0/28',
      'tcp/22 tcp/443 from=198.51.100.0/28',
      'tcp/22 from=198.51.100.0/24',
    )
    .map((words) => `ip update ${jump.server} ${jump.address} ${words}`),
  fc.constant(`ip add ${server} tcp/443 from=203.0.113.0/24`),
);
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      line: changing,
      ends: fc.constantFrom('', ' ends=30m', ' ends=1h'),
      isAnswerLost: fc.nat(9).map((chance) => chance === 0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      event: fc.constantFrom(
        'remove',
        'undo',
        'close',
        'keep',
        'removed outside',
        'changed outside',
        'later',
      ),
    }),
  },
);

/** What a resource allows: from where, on which ports. Nothing while it is disabled. */
interface Allowed {
  readonly sources: readonly string[];
  readonly ports: readonly string[];
}

const lengthOf = (range: string): number => Number(range.split('/')[1]);

/** Returns whether one resource allows more than another. Their ranges lie in each other. */
const isMore = (one: Allowed, other: Allowed | undefined): boolean =>
  one.sources.length > 0 &&
  (!other ||
    lengthOf(one.sources.join()) < lengthOf(other.sources.join()) ||
    one.ports.some((port) => !other.ports.includes(port)));

/** Resolves to what is allowed, by what the keys of the rows have of each resource. */
async function present(): Promise<ReadonlyMap<string, Allowed>> {
  const { source, ports, enabled } = await firewall.get('de1', policy);
  const added = await publicAddresses(cloud, server);
  const addresses = [jump, ...added.map((address) => ({ server, address }))];
  const found = new Map<string, Allowed>([[policy, { sources: enabled ? source : [], ports }]]);
  for (const one of addresses) {
    const { ports: open, sourceRestrictions } = await publicIps.get(one.server, one.address);
    found.set(one.address, {
      sources: sourceRestrictions.map(({ cidr }) => cidr),
      ports: open.map(({ protocol, port }) => `${protocol}/${port}`),
    });
  }
  return found;
}

test('after any sequence of changes, ends, Undos and what others do, nothing is open through Skydesk without a row', async () => {
  const seen = { checks: 0, open: 0, tooMany: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 6 }), async (acts) => {
      cloud.control.reset();
      cloud.control.set(quick);
      const bot = new InMemoryBot(cloud);
      const seed = await present();
      const trace: string[] = [];
      let last = '';
      for (const one of acts) {
        if ('line' in one) {
          const line = `${one.line}${one.ends} why="a test"`;
          trace.push(one.isAnswerLost ? `${line}, lost` : line);
          const fault = one.isAnswerLost
            ? cloud.control.fail({ changes: true, how: 'drop', after: true })
            : undefined;
          last = (await bot.decided(line)).id;
          fault?.cancel();
        } else {
          trace.push(one.event);
          const [address] = await publicAddresses(cloud, server);
          switch (one.event) {
            case 'remove':
              if (address) last = (await bot.decided(`ip remove ${server} ${address} why="a test"`)).id;
              break;
            case 'undo': {
              const undo = await bot.press('U0ANA', 'undo', last);
              await bot.press('U0ANA', 'confirm', undo);
              for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, undo, 'approve');
              await bot.pass(5);
              break;
            }
            case 'close':
              await bot.decided(`end ${last}`);
              break;
            case 'keep':
              await bot.decided(`keep ${last} why="a test"`);
              break;
            case 'removed outside':
              if (address) await publicIps.remove(server, address);
              break;
            case 'changed outside':
              await firewall.update('de1', policy, { source: ['10.95.131.0/26'] });
              break;
            case 'later':
              await bot.pass(40);
          }
        }
        const rows = await rowsOf(bot);
        for (const [resource, allowed] of await present()) {
          const isOpen = isMore(allowed, seed.get(resource));
          const own = rows.filter(({ key }) => key.includes(resource) || key.startsWith('#'));
          seen.checks += 1;
          if (isOpen) seen.open += 1;
          if (!isOpen && own.length > 0) seen.tooMany += 1;
          expect({ trace, resource, rows: own.length > 0 || !isOpen }).toEqual({
            trace,
            resource,
            rows: true,
          });
        }
      }
    }),
    { numRuns: 30 },
  );
  // Sequences that open nothing would prove nothing, and a row for everything would be no list.
  expect(seen.open).toBeGreaterThan(seen.checks / 10);
  expect(seen.tooMany).toBeLessThan(seen.checks / 5);
}, 600_000);
