import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../src/core/network-change.ts';
import { decide } from '../../../src/policy/decide.ts';
import { explainDecision } from '../../../src/policy/explain-decision.ts';
import { lessIfShort } from '../../../src/policy/lease-limits.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { sum } from '../../../src/policy/risk.ts';
import { words } from '../memory.ts';
import { between, inside, opens } from './ways.ts';

const hour = 3_600_000;
const policy: Policy = {
  ...defaults,
  risk: {
    ...defaults.risk,
    levels: [
      { minScore: 2, approvers: 1, ticket: false },
      { minScore: 5, approvers: 2, ticket: false, maxLeaseMinutes: 240 },
    ],
    shortLease: { minutes: 60, points: 2 },
  },
};

const everywhere = opens(inside, '0.0.0.0/0 > 10.0.0.0/8 : tcp/443');
const narrow = opens(inside, '10.0.0.0/24 > 10.0.1.0/24 : tcp/443');
const removal: NetworkChange = { change: 'deletes', scope: between, traffic: { rule: 'aa' } };

const decided = (...steps: readonly (readonly [NetworkChange, number?])[]) => {
  const requested = steps.map(([networkChange, lasts]) => ({
    risk: 'opens' as const,
    needs: 'approval' as const,
    networkChange,
    account: 'ACME',
    lasts,
  }));
  const decision = decide({ requester: { id: 'U0ANA', groups: [] }, steps: requested }, policy);
  if (decision.kind !== 'requestApproval') throw new Error('It needs approval');
  return decision;
};

test.each<[string, readonly (readonly [NetworkChange, number?])[], number | undefined]>([
  ['a risky opening must end', [[everywhere]], 240],
  ['by the time that its level says', [[everywhere, 4 * hour + 1]], 240],
  ['one that ends in time lacks nothing', [[everywhere, 4 * hour]], undefined],
  ['a small one may stay', [[narrow]], undefined],
  ['the longest of several counts', [[everywhere, hour], [narrow]], 240],
  ['what only closes has no end', [[removal]], undefined],
])('%s', (_, steps, minutes) => {
  expect(decided(...steps).maxLeaseMinutes).toBe(minutes);
});

test('policy explain says the end that is lacking', () => {
  const explained = explainDecision(
    {
      decision: decided([everywhere]),
      person: { id: 'U0ANA', groups: [] },
      why: 'the shop',
      ticket: undefined,
    },
    policy,
  );
  expect(words(explained)).toContain('Allowed with 2 approvals + end within 4 h.');
  expect(words(explained)).toContain('ends=240m');
});

test('an opening that ends soon scores less, and says why', () => {
  expect(decided([everywhere, hour]).points.at(-1)).toEqual({ points: -2, why: 'ends within 1 h' });
  expect(sum(decided([everywhere, hour + 1]).points) - sum(decided([everywhere, hour]).points)).toBe(2);
});

test('a score never falls below 0, and a later end never lowers it', () => {
  const points = fc.array(fc.record({ points: fc.integer({ min: 1, max: 9 }), why: fc.string() }));
  const lasts = fc.option(fc.integer({ min: 0, max: 5 * hour }), { nil: undefined });
  fc.assert(
    fc.property(points, lasts, lasts, (scored, one, other) => {
      const [sooner = Infinity, later = Infinity] = [one ?? Infinity, other ?? Infinity].toSorted(
        (a, b) => a - b,
      );
      const score = (stays: number) =>
        sum(lessIfShort(scored, [{ networkChange: narrow, account: 'ACME', lasts: stays }], policy));
      expect(score(sooner)).toBeGreaterThanOrEqual(0);
      expect(score(sooner)).toBeLessThanOrEqual(score(later));
    }),
  );
});
