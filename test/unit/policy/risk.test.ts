import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type NetworkChange, updateOf } from '../../../src/network/network-change.ts';
import { closesAccess, opensAccess } from '../../../src/network/opens-access.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { maxScore, score, sum, worstCase } from '../../../src/policy/risk.ts';
import { riskRules } from '../../../src/policy/rules/index.ts';
import { fixedRules } from './fixed-rules.ts';
import { between, inside, onServer, opens, portsOf, publicly, rule, updates } from './ways.ts';

const policy: Policy = { ...defaults, accounts: { PROD: { production: true } } };
const deletes: NetworkChange = { change: 'deletes', scope: between, traffic: { rule: 'aa' } };
const enables: NetworkChange = { change: 'enables', scope: between, traffic: { rule: 'aa' } };

const everyPort = 'all ports incl. SSH, RDP';
const everyAddress = 'any source';
const large = '10.0.0.0/8 wider than /16';

test.each(
  Object.entries<readonly [NetworkChange | undefined, account: string, ...points: string[]]>({
    'a change without a network': [undefined, 'ACME'],
    'a narrow way on one service': [opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'), 'ACME'],
    'a policy between data centers, whose two reasons are one': [
      opens(between, '10.0.0.0/24 > 10.1.0.0/24'),
      'ACME',
      `3 ${everyPort}`,
    ],
    'every address to a large range': [
      opens(inside, '0.0.0.0/0 > 10.0.0.0/8 : tcp/443'),
      'ACME',
      `3 ${everyAddress}`,
      `2 ${large}`,
    ],
    'everything at once, in the order of the rules': [
      opens(inside, '0.0.0.0/0,elsewhere > 10.0.0.0/8', { into: 'prod', to: 'VA1 of PROD' }),
      'ACME',
      '4 unknown source elsewhere',
      `3 ${everyAddress}`,
      `2 ${large}`,
      `3 ${everyPort}`,
      '2 other account PROD',
      '2 production account PROD',
    ],
    'a policy deleted in production': [
      deletes,
      'PROD',
      '1 deletes a firewall policy',
      '2 production account PROD',
    ],
    'an update that widens, by all the traffic after it': [
      updates(
        inside,
        rule('aa', '0.0.0.0/0 > 10.0.1.0/24 : tcp/443'),
        '0.0.0.0/0 > 10.0.1.0/24 : tcp/443 tcp/80',
      ),
      'ACME',
      `3 ${everyAddress}`,
    ],
    'an update that narrows, as a closing': [
      updates(inside, rule('aa', '0.0.0.0/0 > 10.0.1.0/24 : tcp/443'), '0.0.0.0/1 > 10.0.1.0/24 : tcp/443'),
      'ACME',
      '1 narrows a firewall policy',
    ],
    'an update that moves a range, by the worse of opening and closing': [
      updates(
        inside,
        rule('aa', '10.0.0.0/24 > 10.0.1.0/24 : tcp/443'),
        '10.0.2.0/24 > 10.0.1.0/24 : tcp/443',
      ),
      'ACME',
      '1 narrows a firewall policy',
    ],
    'a public IP for fewer': [
      updates(
        onServer,
        rule('203.0.113.10', '0.0.0.0/0 > 203.0.113.10/32 : tcp/22'),
        '192.0.2.0/24 > 203.0.113.10/32 : tcp/22',
      ),
      'ACME',
    ],
    'a policy that can’t be read, which may open anything': [
      enables,
      'ACME',
      '4 firewall policy aa can’t be read',
      '3 perhaps any source',
      '2 perhaps 0.0.0.0/0 wider than /16',
      `3 perhaps ${everyPort}`,
    ],
    'ports that can’t be read, which may be any': [
      opens(inside, '10.0.0.0/24 > 10.0.1.0/24', { ports: [{ protocol: 'foo/12' }] }),
      'ACME',
      '4 unknown ports foo/12',
      `3 perhaps ${everyPort}`,
    ],
    'ports beside some that can’t be read': [
      opens(inside, '10.0.0.0/24 > 10.0.1.0/24', {
        ports: [{ protocol: 'tcp', from: 22 }, { protocol: 'foo/12' }],
      }),
      'ACME',
      '4 unknown ports foo/12',
      `3 perhaps ${everyPort}`,
    ],
    'every list missing': [
      opens(inside, 'unknown > unknown', { ports: [{ protocol: 'unknown' }] }),
      'ACME',
      '4 unknown source, destination and ports',
      '3 perhaps any source',
      '2 perhaps 0.0.0.0/0 wider than /16',
      `3 perhaps ${everyPort}`,
    ],
  }),
)('the score of %s', (_, [networkChange, account, ...points]) => {
  const scored = score([{ networkChange, account }], policy, [], fixedRules);
  expect(scored.map(({ points, why }) => `${points} ${why}`)).toEqual(points);
});

test('0 points switch a rule off', () => {
  const points = { ...defaults.risk.points, remoteAccess: 0 };
  const without: Policy = { ...defaults, risk: { ...defaults.risk, points } };
  const networkChange = publicly('203.0.113.0/24', 'tcp/22');
  expect(score([{ networkChange, account: 'ACME' }], without, [], fixedRules)).toEqual([]);
});

describe('the worst case', () => {
  const alias = fc.constantFrom('ACME', 'Prod', 'LIVE', 'othr');
  const source = fc.constantFrom('0.0.0.0/0', '64.0.0.0/2', '10.0.0.0/8', '10.1.0.0/24', 'elsewhere');
  const traffic = fc.record({
    sources: fc.array(source, { maxLength: 3 }),
    destinations: fc.array(source, { maxLength: 3 }),
    ports: fc.constantFrom('any', 'tcp/22', 'tcp/443', 'udp/1-65535').map(portsOf),
    to: fc.constant('VA1'),
    into: fc.option(alias, { nil: undefined }),
  });
  const exposure: fc.Arbitrary<NetworkChange> = fc.record({
    change: fc.constantFrom('opens', 'enables', 'disables', 'deletes'),
    scope: fc.constantFrom(between, inside, onServer),
    traffic: fc.oneof({ weight: 4, arbitrary: traffic }, fc.constant({ rule: 'aa' })),
  });
  const changes = fc.record({ networkChange: fc.option(exposure, { nil: undefined }), account: alias });
  const updated = fc.record({
    networkChange: fc
      .tuple(fc.constantFrom(between, inside, onServer), traffic, traffic)
      .map(([scope, before, { to: _, into: __, ...lists }]) =>
        updateOf(scope, { ...rule('aa', '10.0.0.0/24 > 10.0.1.0/24'), ...before }, lists),
      ),
    account: alias,
  });

  const points = fc.integer({ min: 0, max: 100 });
  const policies = fc
    .record({
      points: fc.dictionary(fc.constantFrom(...riskRules.map(({ id }) => id)), points),
      accounts: fc.dictionary(
        fc.constantFrom('ACME', 'PROD', 'LIVE'),
        fc.record({ production: fc.boolean() }),
      ),
    })
    .map(
      ({ points: chosen, accounts }): Policy => ({
        ...defaults,
        accounts,
        risk: { ...defaults.risk, points: chosen },
      }),
    );

  test('no change scores more, whatever the policy', () => {
    fc.assert(
      fc.property(fc.oneof(changes, updated), policies, (change, holds) => {
        const into =
          change.networkChange && 'into' in change.networkChange.traffic
            ? change.networkChange.traffic.into
            : undefined;
        const other = into === undefined || into.toUpperCase() === change.account.toUpperCase() ? [] : [into];
        const most = worstCase([change.account, ...other], holds);
        expect(sum(score([change], holds))).toBeLessThanOrEqual(most);
      }),
      { numRuns: 1000 },
    );
  });

  test('an update scores no less than its opening alone or its closing alone', () => {
    fc.assert(
      fc.property(updated, policies, ({ networkChange, account }, holds) => {
        const { scope, traffic: then } = networkChange;
        const least = (change: NetworkChange) => sum(score([{ networkChange: change, account }], holds));
        const scored = least(networkChange);
        if (opensAccess(networkChange))
          expect(scored).toBeGreaterThanOrEqual(least({ change: 'opens', scope, traffic: then }));
        if (closesAccess(networkChange) && scope.kind !== 'public')
          expect(scored).toBeGreaterThanOrEqual(least({ change: 'deletes', scope, traffic: then }));
      }),
    );
  });

  test('reasons that are merged have the points of both', () => {
    fc.assert(
      fc.property(changes, policies, (change, holds) => {
        const alone = riskRules.map((rule) => sum(score([change], holds, [], [rule])));
        expect(sum(score([change], holds))).toBe(alone.reduce((all, points) => all + points, 0));
      }),
    );
  });

  test('the scale ends at the worst case of any two accounts', () => {
    const all = ['', 'ACME', 'PROD', 'LIVE'];
    fc.assert(
      fc.property(policies, (holds) => {
        const pairs = all.flatMap((one) => all.map((other) => [one, other]));
        // An alias twice is one account; '' twice stands for any two.
        const two = pairs.filter(([one, other]) => one !== other || one === '');
        expect(maxScore(holds)).toBe(Math.max(...two.map((pair) => worstCase(pair, holds, riskRules, 1))));
      }),
    );
  });

  test.each<[string, NetworkChange, readonly string[], Readonly<Record<string, number>>]>([
    ['of one account', opens(inside, '0.0.0.0/0,elsewhere > 10.0.0.0/8'), ['ACME'], {}],
    [
      'of two, one of them production',
      opens(inside, '0.0.0.0/0,elsewhere > 10.0.0.0/8', { into: 'PROD' }),
      ['ACME', 'PROD'],
      {},
    ],
    [
      'with large ranges that weigh more',
      opens(inside, '0.0.0.0/0,elsewhere > 10.0.0.0/8'),
      ['ACME'],
      { largeRange: 50 },
    ],
    ['if closing weighs most', deletes, ['PROD'], { deletesPolicy: 90 }],
  ])(
    '%s is reached by a change, so it is no higher than it has to be',
    (_, networkChange, accounts, weights) => {
      const chosen = { ...policy.risk.points, ...weights };
      const holds: Policy = { ...policy, risk: { ...policy.risk, points: chosen } };
      const points = score([{ networkChange, account: accounts[0] ?? '' }], holds, [], fixedRules);
      expect(sum(points)).toBe(worstCase(accounts, holds, fixedRules));
    },
  );
});
