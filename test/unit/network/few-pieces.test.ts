import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewPieces } from '../../../src/network/few-pieces.ts';
import { nearestPolicy } from '../../../src/network/nearest-policy.ts';
import type { Rule } from '../../../src/network/network-change.ts';
import { endOfAddresses, inShort } from '../../../src/network/normal-form.ts';
import { setOfPorts } from '../../../src/network/port-set.ts';
import { type Product, productOf, volume } from '../../../src/network/product.ts';
import { type Range, union } from '../../../src/network/ranges.ts';
import { remainder } from '../../../src/network/remainder.ts';
import { portsInWords } from '../../../src/network/services.ts';
import { rule } from '../policy/ways.ts';

const range = fc
  .tuple(fc.nat({ max: 20 }), fc.nat({ max: 12 }))
  .map(([first, length]): Range => ({ first, last: first + length }));
const set = fc.array(range, { minLength: 1, maxLength: 2 }).map(union);
const product: fc.Arbitrary<Product> = fc.tuple(set, set, set);
const whole: Product = [[{ first: 0, last: 30 }], [{ first: 0, last: 30 }], [{ first: 0, last: 30 }]];

const sum = (pieces: readonly Product[]): number => pieces.reduce((all, piece) => all + volume(piece), 0);

test('the named pieces are exactly the missing traffic', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 8 }), (policies) => {
      const { missing } = remainder(whole, policies);
      const named = fewPieces(missing, whole, policies);
      expect(sum(missing.flatMap((piece) => remainder(piece, named).missing))).toBe(0);
      expect(sum(named.flatMap((piece) => remainder(piece, missing).missing))).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('the named pieces do not depend on the order of the policies, or on duplicates', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 4 }), (policies) => {
      const named = (some: readonly Product[]) => fewPieces(remainder(whole, some).missing, whole, some);
      const expected = named(policies);
      expect(named(policies.toReversed())).toEqual(expected);
      expect(named([...policies, ...policies])).toEqual(expected);
    }),
    { numRuns: 50 },
  );
});

const asked = '10.0.0.0/24 > 10.1.4.77/32 : tcp/5432';
test.each<[string, readonly Rule[], string | undefined]>([
  ['none without policies', [], undefined],
  ['none that lacks two dimensions', [rule('aa', '10.0.0.0/24 > 10.1.4.0/26 : tcp/22')], undefined],
  ['none that allows all of it', [rule('aa', asked)], undefined],
  [
    'the one with the nearest addresses',
    [rule('aa', '10.0.0.0/24 > 10.2.0.0/16 : tcp/5432'), rule('bb', '10.0.0.0/24 > 10.1.4.0/26 : tcp/5432')],
    'bb lacks 10.1.4.77',
  ],
  [
    'one that lacks ports only, before one that lacks addresses',
    [rule('aa', '10.0.0.0/24 > 10.1.4.0/26 : tcp/5432'), rule('bb', '10.0.0.0/24 > 10.1.4.0/24 : tcp/22')],
    'bb lacks PostgreSQL (5432)',
  ],
  [
    'an active one before a disabled one that lacks something',
    [
      rule('aa', '10.0.0.0/24 > 10.1.4.0/24 : tcp/22', { enabled: false }),
      rule('bb', '10.0.0.0/24 > 10.2.0.0/16 : tcp/5432'),
    ],
    'bb lacks 10.1.4.77',
  ],
  [
    'one that lacks nothing but is not active, before all others',
    [rule('aa', '10.0.0.0/24 > 10.1.4.0/24 : tcp/22'), rule('bb', asked, { status: 'pending' })],
    'bb',
  ],
])('the nearest policy is %s', (_, rules, expected) => {
  const nearest = nearestPolicy(productOf(rule('x', asked)), rules);
  const lacks = nearest?.missing;
  const words =
    lacks && (lacks.axis === 2 ? portsInWords(setOfPorts(lacks.set)) : inShort(endOfAddresses(lacks.set)));
  expect(nearest && [nearest.rule.id, words].filter(Boolean).join(' lacks ')).toBe(expected);
});
