import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../src/network/network-change.ts';
import { decide } from '../../../src/policy/decide.ts';
import { lessIfShort, mustEndWithin } from '../../../src/policy/lease-limits.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { sum } from '../../../src/policy/risk.ts';
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
  const requested = steps.map(([networkChange, durationMs]) => ({
    risk: 'opens' as const,
    needs: 'approval' as const,
    networkChange,
    account: 'ACME',
    durationMs,
  }));
  const decision = decide({ requester: { id: 'U0ANA', groups: [] }, steps: requested }, policy);
  if (decision.kind !== 'requestApproval') throw new Error('It needs approval');
  return decision;
};

test.each<[string, readonly (readonly [NetworkChange, number?])[], number | undefined]>([
  ['a risky opening must end', [[everywhere]], 240],
  ['a risky opening must end by the time of its level', [[everywhere, 4 * hour + 1]], 240],
  ['a risky opening that ends in time lacks nothing', [[everywhere, 4 * hour]], undefined],
  ['a small opening may stay', [[narrow]], undefined],
  ['the longest of several openings counts', [[everywhere, hour], [narrow]], 240],
  ['a closing needs no end', [[removal]], undefined],
])('%s', (_, steps, minutes) => {
  expect(decided(...steps).maxLeaseMinutes).toBe(minutes);
});

test('an opening that ends soon scores less, and says why', () => {
  expect(decided([everywhere, hour]).points.at(-1)).toEqual({ points: -2, why: 'ends within 1 h' });
  expect(sum(decided([everywhere, hour + 1]).points) - sum(decided([everywhere, hour]).points)).toBe(2);
});

test('a short opening takes nothing off a closing in the same plan', () => {
  const alone = sum(decided([removal]).points);
  expect(alone).toBe(1);
  expect(sum(decided([removal], [narrow, hour / 12]).points)).toBe(alone);
});

test('a score never falls below 0, and a later end never lowers it', () => {
  const points = fc.array(fc.record({ points: fc.integer({ min: 1, max: 9 }), why: fc.string() }));
  const durationMs = fc.option(fc.integer({ min: 0, max: 5 * hour }), { nil: undefined });
  fc.assert(
    fc.property(points, durationMs, durationMs, (scored, one, other) => {
      const [sooner = Infinity, later = Infinity] = [one ?? Infinity, other ?? Infinity].toSorted(
        (a, b) => a - b,
      );
      const score = (stays: number) =>
        sum(lessIfShort(scored, [{ networkChange: narrow, account: 'ACME', durationMs: stays }], policy));
      expect(score(sooner)).toBeGreaterThanOrEqual(0);
      expect(score(sooner)).toBeLessThanOrEqual(score(later));
    }),
  );
});

const now = Date.UTC(2026, 10, 22, 12);
const minutes = (from: number, to: number | undefined) => ({
  networkChange: everywhere,
  account: 'ACME',
  openSince: now + from * 60_000,
  ...(to !== undefined && { endsAt: now + to * 60_000 }),
});

test.each<[string, boolean, readonly ReturnType<typeof minutes>[]]>([
  ['alone', true, []],
  ['after one that has ended within the hour', false, [minutes(-70, -50)]],
  ['after one that ended an hour before', true, [minutes(-120, -61)]],
  ['while another one is open', false, [minutes(-11, 20)]],
  ['that ends before another one', true, [minutes(-5, 55)]],
  ['after one that is longer than the limit itself, and was scored so', true, [minutes(-600, 10)]],
  ['next to one that stays', true, [minutes(-10, undefined)]],
  ['after a chain whose last one alone is near', false, [minutes(-55, -45), minutes(-115, -110)]],
])('an opening of 50 minutes %s counts as short: %s', (_, isShort, openBefore) => {
  const step = { networkChange: everywhere, account: 'ACME', openSince: now, durationMs: 50 * 60_000 };
  const points = [{ points: 5, why: 'open' }];
  expect(lessIfShort(points, [step], policy, openBefore).length > 1).toBe(isShort);
});

test.each<[string, readonly ReturnType<typeof minutes>[], number, unknown]>([
  ['an opening that ends in time', [], 240, undefined],
  ['a chain that would end too late', [minutes(-200, -30)], 60, { at: -200 + 240, isExtension: false }],
  ['a chain that ends in time', [minutes(-180, -30)], 60, undefined],
  [
    'a chain that no end allows until an hour after its last opening',
    [minutes(-270, -30)],
    60,
    { at: -270 + 240, isExtension: false, notBefore: now + 30 * 60_000 },
  ],
])('a demanded end counts from the first start: %s', (_, openBefore, durationMs, latestEnd) => {
  const step = {
    networkChange: everywhere,
    account: 'ACME',
    openSince: now,
    durationMs: durationMs * 60_000,
  };
  const demanded = mustEndWithin([step], policy.risk.levels[1], openBefore);
  const at = demanded?.latestEnd && (demanded.latestEnd.at - now) / 60_000;
  expect(demanded?.latestEnd && { ...demanded.latestEnd, at }).toEqual(latestEnd);
  expect(demanded?.maxLeaseMinutes).toBe(latestEnd ? 240 : undefined);
});

test('an opening elsewhere, or a closing, starts no chain', () => {
  const step = { networkChange: everywhere, account: 'ACME', openSince: now, durationMs: 50 * 60_000 };
  const other = { ...minutes(-60, -10), account: 'ACDV' };
  const closing = { ...minutes(-60, -10), networkChange: removal };
  expect(lessIfShort([{ points: 5, why: 'open' }], [step], policy, [other, closing])).toHaveLength(2);
});
