import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../src/network/network-change.ts';
import { defaults } from '../../../src/policy/policy.ts';
import { score, sum } from '../../../src/policy/risk.ts';
import type { Scored } from '../../../src/policy/together.ts';
import { between, inside, onServer, opens, publicly, rule, updates } from './ways.ts';

const scored = (networkChange: NetworkChange | undefined, account = 'ACME'): Scored => ({
  networkChange,
  account,
});
const half = (first: string) => scored(opens(inside, `${first} > 10.9.0.0/24 : tcp/443`));
const lower = half('10.0.0.0/16');
const upper = half('10.1.0.0/16');
const both = '10.0.0.0/15 wider than /16';

const reasons = (steps: readonly Scored[], earlier: readonly Scored[] = []) =>
  score(steps, defaults, earlier).map(({ why }) => why);

test.each<[string, readonly Scored[], readonly Scored[], ...reasons: string[]]>([
  ['half of a large range scores nothing', [lower], []],
  ['both halves in one request are one large range', [lower, upper], [], both],
  [
    'the second half within an hour says what it adds to',
    [upper],
    [lower],
    `${both}, with what you opened within the last hour`,
  ],
  ['a reason that holds alone does not name earlier openings', [lower, upper], [half('10.0.0.0/24')], both],
  [
    'an opening to another location is scored alone',
    [upper],
    [scored(opens(inside, '10.0.0.0/16 > 10.9.0.0/24', { to: 'DE1' }))],
  ],
  [
    'an opening in another account is scored alone',
    [upper],
    [scored(opens(inside, '10.0.0.0/16 > 10.9.0.0/24 : tcp/443'), 'ACDV')],
  ],
  ['another kind of opening stays alone', [upper], [scored(opens(between, '10.0.0.0/16 > 10.9.0.0/24'))]],
  ['a change that opens nothing stays alone', [scored(undefined)], [lower, upper]],
  [
    'a closing stays alone',
    [scored({ change: 'deletes', scope: onServer, traffic: { rule: 'aa' } })],
    [lower, upper],
    'deletes a firewall policy',
  ],
])('%s', (_, steps, earlier, ...expected) => {
  expect(reasons(steps, earlier)).toEqual(expected);
});

test('the internet in quarters scores as the internet at once', () => {
  const quarters = ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2'].map((source) =>
    scored(publicly(source, 'tcp/443')),
  );
  expect(reasons(quarters)).toEqual(['open to the internet']);
});

const ways = fc
  .tuple(
    fc.constantFrom('0.0.0.0/0', '10.0.0.0/8', '10.0.0.0/16', '10.1.0.0/16', '64.0.0.0/3', 'elsewhere'),
    fc.constantFrom('10.9.0.0/24', '10.0.0.0/9'),
    fc.constantFrom('tcp/22', 'tcp/443', 'any'),
  )
  .map(([source, destination, ports]) => `${source} > ${destination} : ${ports}`);

test('earlier openings never lower a score', () => {
  const change = fc.oneof(
    ways.map((way) => opens(inside, way)),
    fc.tuple(ways, ways).map(([before, after]) => updates(inside, rule('aa', before), after)),
  );
  const step = fc
    .tuple(change, fc.constantFrom('ACME', 'ACDV'))
    .map(([networkChange, account]) => scored(networkChange, account));
  const { points } = defaults.risk;
  const policy = fc.integer({ min: 0, max: 6 }).map((closing) => ({
    ...defaults,
    risk: { ...defaults.risk, points: { ...points, deletesPolicy: closing } },
  }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 1 }), fc.array(step), policy, (steps, earlier, by) => {
      const alone = sum(score(steps, by));
      expect(sum(score(steps, by, earlier))).toBeGreaterThanOrEqual(alone);
      for (const step of steps) expect(alone).toBeGreaterThanOrEqual(sum(score([step], by)));
    }),
  );
});
