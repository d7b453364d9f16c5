import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressesOf } from '../../../src/network/cidr.ts';
import type { NetworkChange, Rule, Traffic } from '../../../src/network/network-change.ts';
import { closesAccess, opensAccess } from '../../../src/network/opens-access.ts';
import { portRangeOf } from '../../../src/network/port-range.ts';
import { portSet } from '../../../src/network/port-set.ts';
import { unreadInRule } from '../../../src/network/unread-parts.ts';
import type { PlacedRule } from '../../../src/operations/reach/placed-rules.ts';
import { cellsOf, verdictOf } from '../../../src/operations/reach/verdict.ts';
import { describeImpact } from '../../../src/policy/describe-impact.ts';
import { impactsOf } from '../../../src/policy/impact.ts';
import { isNoWider } from '../../../src/policy/narrower.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { score, sum } from '../../../src/policy/risk.ts';
import { riskRules } from '../../../src/policy/rules/index.ts';
import { countServers } from '../../../src/policy/server-count.ts';
import { inside, onServer, opens, rule, updates } from './ways.ts';

/* What can't be read may mean anything: it never closes what was open, and is never cheaper than what it may mean. */

const range = fc.constantFrom(
  ...['10.0.0.0/24', '10.0.0.7/32', '10.0.1.0/24', '10.0.0.0/8', '0.0.0.0/0', '192.0.2.0/24', '64.0.0.0/2'],
);
const ports = fc.constantFrom('tcp/22', 'tcp/443', 'udp/1-65535', 'icmp', 'any', 'tcp/1-2000');
const odd = fc.constantFrom('unknown', 'web', 'foo/12', 'all', '10.0.0.0/255.255.255.0', 'tcp/22,80');
const lists = fc.record({
  sources: fc.array(fc.oneof({ weight: 4, arbitrary: range }, odd), { minLength: 1, maxLength: 3 }),
  destinations: fc.array(fc.oneof({ weight: 4, arbitrary: range }, odd), { minLength: 1, maxLength: 3 }),
  ports: fc.array(fc.oneof({ weight: 4, arbitrary: ports }, odd), { minLength: 1, maxLength: 3 }),
});
type Lists = typeof lists extends fc.Arbitrary<infer Value> ? Value : never;

/** The same lists with one entry that can't be read in place of another. */
const replaced = (given: Lists, name: keyof Lists, at: number, text: string): Lists => ({
  ...given,
  [name]: given[name].map((entry, index) => (index === at % given[name].length ? text : entry)),
});
const replacement = fc.tuple(fc.constantFrom('sources', 'destinations', 'ports'), fc.nat({ max: 2 }), odd);

const trafficOf = ({ sources, destinations, ports: texts }: Lists): Traffic => ({
  ...{ sources, destinations, ports: texts.map(portRangeOf) },
  ...{ to: 'DE1', into: undefined },
});
const ruleOf = (given: Lists, id = 'aa'): Rule => ({
  ...trafficOf(given),
  ...{ id, status: 'active', enabled: true, summary: id },
});

test('an entry that can’t be read never scores less than any that it replaces, whatever the weights', () => {
  const weights = fc.record(
    Object.fromEntries(riskRules.map(({ id }) => [id, fc.integer({ min: 0, max: 100 })])),
  );
  fc.assert(
    fc.property(lists, replacement, weights, fc.boolean(), (given, [name, at, text], chosen, isPublic) => {
      const points = { ...defaults.risk.points, ...chosen };
      const policy: Policy = { ...defaults, risk: { ...defaults.risk, points } };
      // The name of its server stands for the destination of a public IP, so that is always read.
      fc.pre(!isPublic || name !== 'destinations');
      const total = (some: Lists): number => {
        const traffic = { ...trafficOf(some), ...(isPublic && { destinations: ['WEB01'] }) };
        const networkChange = { change: 'opens', scope: isPublic ? onServer : inside, traffic } as const;
        return sum(score([{ networkChange, account: 'ACME' }], policy));
      };
      expect(total(replaced(given, name, at, text))).toBeGreaterThanOrEqual(total(given));
    }),
  );
});

describe('reach', () => {
  const place = (text: string) => ({ at: 'DE1', addresses: addressesOf([text]) });
  const placed = (known: Rule): PlacedRule => ({
    ...known,
    ...{ scope: inside, from: 'DE1', to: known.to === 'unknown' ? 'unknown' : 'DE1' },
    owner: {} as PlacedRule['owner'],
  });
  const verdict = (from: string, to: string, on: string, rules: readonly Rule[]) => {
    const cells = cellsOf([place(from)], [place(to)], portSet([portRangeOf(on)]).numbers, rules.map(placed));
    const named = cells.flatMap(({ unread }) => unread.map(({ id }) => id));
    return { verdict: verdictOf(cells, { ends: [], policies: [], rules: named }), named };
  };

  test('never says that traffic is not allowed once an entry that allowed it, or may have, can’t be read', () => {
    const state = fc.record({
      enabled: fc.constantFrom(true, false, undefined),
      status: fc.constantFrom('active', 'pending', 'resting', 'unknown'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(lists, state), { minLength: 1, maxLength: 4 }),
        ...[range, range, ports, fc.nat({ max: 3 }), replacement],
        (given, from, to, on, which, [name, at, text]) => {
          const asked = (some: typeof given) =>
            verdict(
              from,
              to,
              on,
              some.map(([one, of], index) => ({ ...ruleOf(one, `${index}`), ...of })),
            ).verdict;
          const index = which % given.length;
          const worse = given.map(([one, of], other): (typeof given)[number] =>
            other === index ? [replaced(one, name, at, text), of] : [one, of],
          );
          if (asked(given) !== 'not allowed') expect(asked(worse)).not.toBe('not allowed');
        },
      ),
      { numRuns: 500 },
    );
  });

  const readable = rule('aa', '10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
  const question = ['10.0.0.7/32', '10.0.1.0/24', 'tcp/443'] as const;

  test.each<[what: string, Partial<Rule>, expected: string]>([
    ['all of which can be read', {}, 'allowed'],
    ['with unknown ports', { ports: [{ protocol: 'foo/12' }] }, 'unknown'],
    ['with an unknown source', { sources: ['web'] }, 'unknown'],
    ['without a list of destinations', { destinations: ['unknown'] }, 'unknown'],
    [
      'with unknown ports, from elsewhere',
      { ports: [{ protocol: 'gre' }], sources: ['10.9.0.0/24'] },
      'not allowed',
    ],
    [
      'with unknown ports beside the right ones',
      { ports: [...readable.ports, { protocol: 'gre' }] },
      'allowed',
    ],
    ['with an IPv6 range', { sources: ['2001:db8::/32'] }, 'not allowed'],
    ['in a state that nobody knows', { status: 'resting' }, 'unknown'],
    ['that may be disabled', { enabled: undefined }, 'unknown'],
    ['that is disabled, with unknown ports', { enabled: false, ports: [{ protocol: 'gre' }] }, 'not allowed'],
    [
      'that is pending, with unknown ports',
      { status: 'pending', ports: [{ protocol: 'gre' }] },
      'not allowed',
    ],
    ['that leads to a place that can’t be read', { to: 'unknown' }, 'unknown'],
  ])('of a policy %s', (_, over, expected) => {
    const found = verdict(...question, [{ ...readable, ...over }]);
    expect(found.verdict).toBe(expected);
    expect(found.named).toEqual(expected === 'unknown' ? ['aa'] : []);
  });
});

test.each<[Partial<Rule>, string]>([
  [{ ports: [{ protocol: 'foo/12' }] }, 'ports “foo/12”'],
  [{ sources: ['web', '10.0.0.0/24', 'app'] }, 'source “app” and “web”'],
  [{ sources: ['unknown'], ports: [{ protocol: 'unknown' }] }, 'a source and ports'],
  [{ destinations: ['a', 'b', 'c', 'd', 'e'] }, 'destination “a”, “b”, “c” and 2 more'],
  [{ sources: ['x'.repeat(60)] }, `source “${'x'.repeat(39)}…”`],
  [{ status: 'resting', enabled: undefined }, 'status “resting” and a field “enabled”'],
  [{ to: 'unknown' }, 'a destination account or data center'],
  [{}, ''],
])('what can’t be read of %j is named', (over, expected) => {
  expect(unreadInRule({ ...rule('aa', '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'), ...over }, 'inside')).toBe(
    expected,
  );
});

describe('the impact', () => {
  const unreadPorts = { ports: [{ protocol: 'foo/12' }] };
  const may = 'It has ports “foo/12” that Skydesk can’t read, so this may be any access.';

  test('of a policy with unknown ports is not what other policies allow already', () => {
    const known = rule('bb', '10.0.0.0/24 > 10.0.1.0/24 : tcp/1-65535');
    const change = opens(inside, '10.0.0.0/24 > 10.0.1.0/24', { ...unreadPorts, to: known.to });
    expect(describeImpact(change, [known])).toEqual([
      '256 addresses (10.0.0.0/24) in VA1 of ACME gain access to 256 addresses (10.0.1.0/24) in VA1 of ACME on foo/12.'.replace(
        ' in VA1 of ACME gain',
        ' gain',
      ),
      may,
    ]);
    const any = rule('cc', '10.0.0.0/24 > 10.0.1.0/24');
    expect(describeImpact(change, [any])).toContain(
      'Policy cc already allows all of this, so no access is added.',
    );
  });

  test('of a deletion names the policies that may still allow it', () => {
    const gone = rule('aa', '10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
    const other = rule('bb', '10.0.0.0/24 > 10.0.1.0/24 : tcp/22', {
      ports: [{ protocol: 'tcp', from: 22 }, { protocol: 'foo/12' }],
    });
    const deletes: NetworkChange = { change: 'deletes', scope: inside, traffic: { rule: 'aa' } };
    expect(describeImpact(deletes, [gone, other])).toEqual([
      '256 addresses (10.0.0.0/24) lose access to 256 addresses (10.0.1.0/24) in VA1 of ACME on HTTPS (443).',
      'Policy bb may allow some of it, too: it has ports “foo/12” that Skydesk can’t read.',
    ]);
  });

  test('of disabling a policy in an unknown state is that access may be lost', () => {
    const known = rule('aa', '10.0.0.0/24 > 10.0.1.0/24 : tcp/443', { status: 'resting' });
    const disables: NetworkChange = { change: 'disables', scope: inside, traffic: { rule: 'aa' } };
    expect(impactsOf(disables, [known])).toMatchObject([{ kind: 'lost' }]);
  });
});

test('an update that leaves what can’t be read opens nothing; one that takes it away closes, and its end opens', () => {
  const before = rule('aa', '10.0.0.0/24,web > 10.0.1.0/24 : tcp/443');
  const same = updates(inside, before, '10.0.0.0/24,web > 10.0.1.0/24 : tcp/443');
  expect([opensAccess(same), closesAccess(same)]).toEqual([false, false]);
  const less = updates(inside, before, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
  expect([opensAccess(less), closesAccess(less)]).toEqual([false, true]);
  const more = updates(
    inside,
    rule('aa', '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'),
    '10.0.0.0/24,web > 10.0.1.0/24 : tcp/443',
  );
  expect([opensAccess(more), closesAccess(more)]).toEqual([true, false]);
});

test('nothing that can’t be read is no wider than what was requested, unless everything was', () => {
  const unread = opens(inside, '10.0.0.0/25,web > 10.0.1.0/24 : tcp/443');
  expect(isNoWider(unread, opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'))).toBe(false);
  expect(isNoWider(unread, opens(inside, '0.0.0.0/0 > 10.0.1.0/24 : tcp/443'))).toBe(true);
});

test('servers are counted as at least so many, if a policy there may allow more', () => {
  const servers = [{ name: 'DE1WEB', dataCenter: 'DE1', addresses: addressesOf(['10.0.0.7/32']) }];
  const change = (text: string): NetworkChange => ({
    ...opens({ kind: 'inside', dataCenter: 'de1' }, text, { to: 'DE1' }),
  });
  const known = rule('aa', 'web > 10.0.1.0/24 : tcp/443', { to: 'DE1' });
  const asked = change('10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
  expect(countServers(asked, { rules: [known] }, servers)).toMatchObject({ after: 1, isAtLeast: true });
  expect(countServers(asked, { rules: [] }, servers)).toMatchObject({ after: 1, isAtLeast: false });
  const elsewhere = { ...known, destinations: ['10.0.9.0/24'] };
  expect(countServers(asked, { rules: [elsewhere] }, servers)).toMatchObject({ isAtLeast: false });
});
