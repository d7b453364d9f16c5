import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { score, sum, worstCase } from '../../../../src/policy/risk.ts';
import { riskRules } from '../../../../src/policy/rules/index.ts';

const steps = (targets: readonly string[], account = 'ACME') =>
  targets.map((target) => ({ networkChange: undefined, account, targets: [target] }));
const servers = (amount: number) => Array.from({ length: amount }, (_, at) => `server/web${at}`);

test.each<[string, readonly string[], readonly string[]]>([
  ['a few servers', servers(4), []],
  ['five servers', servers(5), ['1: 5 servers at once']],
  ['many servers', servers(19), ['3: 19 servers at once']],
  ['one server many times', servers(9).map(() => 'server/web1'), []],
  ['resources of several kinds', [...servers(4), 'alert-policy/cpu'], ['1: 5 resources at once']],
])('%s', (_, targets, expected) => {
  const points = score(steps(targets), defaults);
  expect(points.map(({ points: amount, why }) => `${amount}: ${why}`)).toEqual(expected);
});

test('more targets never score less, and never more than the worst case', () => {
  const points = fc.dictionary(fc.constantFrom(...riskRules.map(({ id }) => id)), fc.nat(100));
  const amount = fc.integer({ min: 1, max: 100 });
  fc.assert(
    fc.property(points, amount, amount, fc.constantFrom('ACME', 'PROD'), (weights, one, other, account) => {
      const maxTargets = Math.max(one, other);
      const policy: Policy = {
        ...defaults,
        maxTargets,
        accounts: { PROD: { production: true } },
        risk: { ...defaults.risk, points: weights },
      };
      const scoreOf = (targets: number) => sum(score(steps(servers(targets), account), policy));
      expect(scoreOf(maxTargets)).toBeGreaterThanOrEqual(scoreOf(Math.min(one, other)));
      expect(scoreOf(maxTargets)).toBeLessThanOrEqual(worstCase([account], policy));
    }),
  );
});
