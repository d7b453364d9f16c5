import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverage } from '../../../src/network/allowed-by.ts';
import { inForce, type Rule } from '../../../src/network/network-change.ts';
import { overlaps, type Product, productOf } from '../../../src/network/product.ts';
import { type Range, total, union } from '../../../src/network/ranges.ts';
import { remainder } from '../../../src/network/remainder.ts';
import { rule } from '../policy/ways.ts';

/** Addresses of 8 bits and 16 ports, so that all packets can be listed. */
const addresses = 256;
const ports = 16;

const rangeBelow = (end: number): fc.Arbitrary<Range> =>
  fc
    .tuple(fc.nat({ max: end - 1 }), fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: end })))
    .map(([first, length]) => ({ first, last: Math.min(first + length, end - 1) }));
const set = (end: number) =>
  fc
    .oneof(
      fc.constant([{ first: 0, last: end - 1 }]),
      fc.array(rangeBelow(end), { minLength: 1, maxLength: 3 }),
    )
    .map(union);
const product: fc.Arbitrary<Product> = fc.tuple(set(addresses), set(addresses), set(ports));
const products = fc.array(product, { maxLength: 12 });

/** All addresses of an axis at which something begins or ends: between two of them, all packets are treated alike. */
const edges = (all: readonly Product[], axis: 0 | 1 | 2): number[] => [
  ...new Set(all.flatMap((one) => one[axis].flatMap(({ first, last }) => [first, last + 1]))),
];

const at = (number: number): readonly Range[] => [{ first: number, last: number }];

/** The oracle: one packet of each kind, asked of each policy. */
function packets(asked: Product, policies: readonly Product[], found: readonly Product[]): Product[] {
  const all = [asked, ...policies, ...found];
  return edges(all, 0).flatMap((source) =>
    edges(all, 1).flatMap((destination) =>
      edges(all, 2).map((port): Product => [at(source), at(destination), at(port)]),
    ),
  );
}
const has = (all: readonly Product[], packet: Product): boolean => all.some((one) => overlaps(one, packet));

test('the remainder is every requested packet that no policy allows, each once', () => {
  fc.assert(
    fc.property(product, fc.array(product, { maxLength: 5 }), (asked, policies) => {
      const { missing, isComplete } = remainder(asked, policies);
      expect(isComplete).toBe(true);
      for (const packet of packets(asked, policies, missing)) {
        const wanted = overlaps(asked, packet) && !has(policies, packet) ? 1 : 0;
        if (missing.filter((piece) => overlaps(piece, packet)).length !== wanted)
          expect([packet, missing]).toBe(wanted);
      }
    }),
    { numRuns: 60 },
  );
});

const volume = (one: Product): number => total(one[0]) * total(one[1]) * total(one[2]);
const missingIn = (asked: Product, policies: readonly Product[]): number =>
  remainder(asked, policies).missing.reduce((sum, piece) => sum + volume(piece), 0);

test('the remainder is as large in another order, with a policy twice, or in two halves', () => {
  const halves = ([sources, ...others]: Product): Product[] =>
    sources.flatMap(({ first, last }): Product[] => {
      const middle = Math.floor((first + last) / 2);
      return [
        [[{ first, last: middle }], ...others],
        ...(middle < last ? [[[{ first: middle + 1, last }], ...others] satisfies Product] : []),
      ];
    });
  fc.assert(
    fc.property(product, products, (asked, policies) => {
      const before = missingIn(asked, policies);
      expect(missingIn(asked, policies.toReversed())).toBe(before);
      expect(missingIn(asked, [...policies, ...policies])).toBe(before);
      expect(missingIn(asked, policies.flatMap(halves))).toBe(before);
    }),
  );
});

test('with limits, each piece found is missing for certain, and an incomplete remainder says so', () => {
  fc.assert(
    fc.property(product, products, fc.nat({ max: 60 }), (asked, policies, steps) => {
      const exact = missingIn(asked, policies);
      const { missing, isComplete } = remainder(asked, policies, { steps, pieces: 2, ranges: 30 });
      expect(missing.every((piece) => !policies.some((policy) => overlaps(policy, piece)))).toBe(true);
      const found = missing.reduce((sum, piece) => sum + volume(piece), 0);
      if (isComplete) expect(found).toBe(exact);
      else expect(found).toBeLessThanOrEqual(exact);
    }),
  );
});

const address = ({ first, last }: Range): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `10.0.0.${first + index}/32`);

/** A policy that allows a product of few addresses and ports. */
const ruleOf = ([sources, destinations, services]: Product, id: string, more: Partial<Rule> = {}): Rule => ({
  ...rule(id, '10.0.0.0/32 > 10.0.0.0/32', more),
  sources: sources.flatMap(address),
  destinations: destinations.flatMap(address),
  ports: services.map(({ first, last }) => ({ protocol: 'tcp', from: first + 1, to: last + 1 })),
});

test('the policies that allow traffic do so together, and all are needed and active', () => {
  const small: fc.Arbitrary<Product> = fc.tuple(set(8), set(8), set(4));
  const state = fc.constantFrom<Partial<Rule>>({}, {}, {}, { enabled: false }, { status: 'pending' });
  const policies = fc.array(fc.tuple(small, state), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(small, policies, (product, declared) => {
      const rules = declared.map(([one, more], index) => ruleOf(one, String(index), more));
      const asked = productOf(ruleOf(product, 'asked'));
      const isAllowedBy = (some: readonly Rule[]): boolean => missingIn(asked, some.map(productOf)) === 0;
      const { allowedBy, missing } = coverage(asked, rules);
      const isAllowed = isAllowedBy(rules.filter(inForce));
      expect([missing.length === 0, allowedBy.length > 0]).toEqual([isAllowed, isAllowed]);
      expect(allowedBy.every(inForce)).toBe(true);
      if (!isAllowed) return;
      expect(isAllowedBy(allowedBy)).toBe(true);
      for (const one of allowedBy)
        expect(isAllowedBy(allowedBy.filter((other) => other !== one))).toBe(false);
    }),
  );
});
