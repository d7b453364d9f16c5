import { containsCidr, excludeCidr, mergeCidr, overlapCidr } from 'cidr-tools';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressesOf, cidrsOf, formatRange, parseCidr, smallestCidr } from '../../../src/network/cidr.ts';
import {
  common,
  contains,
  includes,
  intersection,
  meets,
  minus,
  type Range,
  size,
  total,
  union,
} from '../../../src/network/ranges.ts';
import { shared, within } from '../policy/sets.ts';

function range(text: string): Range {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`${text} is no range`);
  return parsed;
}

/** The oracle: every address of a range, listed from the text alone. Only for small ranges. */
function listed(text: string): Set<string> {
  const [address = '', prefix = ''] = text.split('/');
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  const fixed = bits.slice(0, Number(prefix));
  const free = 32 - fixed.length;
  return new Set(
    Array.from(
      { length: 2 ** free },
      (_, at) => fixed + (free === 0 ? '' : at.toString(2).padStart(free, '0')),
    ),
  );
}

/** Ranges of up to 64 addresses that lie close enough together to meet often; host bits may be set. */
const small = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 26, max: 32 }))
  .map(([last, prefix]) => `10.0.0.${last}/${prefix}`);
const smalls = fc.array(small, { maxLength: 6 });
const any = fc
  .tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }))
  .map(([address, prefix]) => `${address}/${prefix}`);

const all = (texts: readonly string[]) => new Set(texts.flatMap((text) => [...listed(text)]));

/** The single addresses of a range. */
const pieces = ({ first, last }: Range): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => formatRange({ first: first + at, last: first + at }));

describe('as if every address were listed', () => {
  test('a range holds as many addresses', () => {
    fc.assert(
      fc.property(small, (text) => {
        expect(size(range(text))).toBe(listed(text).size);
      }),
    );
  });

  test('one range contains another', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(contains(range(a), range(b))).toBe(within(listed(b), listed(a)));
      }),
    );
  });

  test('two ranges overlap, in exactly their common addresses', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const both = intersection(range(a), range(b));
        expect(both ? listed(formatRange(both)) : new Set()).toEqual(shared(listed(a), listed(b)));
      }),
    );
  });

  test('several ranges hold so many different addresses', () => {
    fc.assert(
      fc.property(smalls, (texts) => {
        expect(total(addressesOf(texts))).toBe(all(texts).size);
      }),
    );
  });

  test('several ranges include several others together', () => {
    fc.assert(
      fc.property(smalls, smalls, (outer, inner) => {
        expect(includes(addressesOf(outer), addressesOf(inner))).toBe(within(all(inner), all(outer)));
      }),
    );
  });

  test('several ranges have in common what both hold, united', () => {
    fc.assert(
      fc.property(smalls, smalls, (a, b) => {
        const both = common(addressesOf(a), addressesOf(b));
        expect(all(both.flatMap(pieces))).toEqual(shared(all(a), all(b)));
        expect(union(both)).toEqual(both);
        expect(meets(addressesOf(a), addressesOf(b))).toBe(both.length > 0);
      }),
    );
  });

  test('of several ranges remains what several others lack', () => {
    fc.assert(
      fc.property(smalls, smalls, (a, b) => {
        const rest = minus(addressesOf(a), addressesOf(b));
        const taken = all(b);
        expect(all(rest.flatMap(pieces))).toEqual(new Set([...all(a)].filter((one) => !taken.has(one))));
        expect(union(rest)).toEqual(rest);
      }),
    );
  });
});

test('cidr-tools agrees, on ranges of all sizes anywhere', () => {
  const some = fc.array(fc.oneof(any, small), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(some, some, (a, b) => {
      const [ours, theirs] = [addressesOf(a), addressesOf(b)];
      expect(cidrsOf(ours)).toEqual(mergeCidr(a));
      expect(cidrsOf(minus(ours, theirs))).toEqual(excludeCidr(a, b));
      expect(meets(ours, theirs)).toBe(overlapCidr(a, b));
      expect(includes(ours, theirs)).toBe(containsCidr(mergeCidr(a), b));
    }),
  );
});

test('what is written, reads back as the same range', () => {
  fc.assert(
    fc.property(any, (text) => {
      expect(parseCidr(formatRange(range(text)))).toEqual(range(text));
    }),
  );
});

test('a union is in order, without neighbours, and does not depend on the order it was made in', () => {
  fc.assert(
    fc.property(fc.array(any, { maxLength: 8 }), (texts) => {
      const merged = addressesOf(texts);
      expect(addressesOf(texts.toReversed())).toEqual(merged);
      merged.forEach(({ first }, at) => {
        expect(first).toBeGreaterThan((merged[at - 1]?.last ?? -2) + 1);
      });
    }),
  );
});

test.each([
  ['10.0.0.7/24', '10.0.0.0/24'],
  ['255.255.255.255/32', '255.255.255.255/32'],
  ['198.51.100.9/0', '0.0.0.0/0'],
])('%s is read as %s', (typed, read) => {
  expect(formatRange(range(typed))).toBe(read);
});

test('a range that CIDR notation cannot say is written by its ends', () => {
  expect(formatRange({ first: range('10.0.0.1/32').first, last: range('10.0.0.3/32').last })).toBe(
    '10.0.0.1–10.0.0.3',
  );
});

test('a set is written as ranges in CIDR notation, and the smallest that has all of it as one', () => {
  fc.assert(
    fc.property(fc.array(small, { minLength: 1, maxLength: 6 }), (texts) => {
      const set = addressesOf(texts);
      const written = cidrsOf(set);
      expect(addressesOf(written)).toEqual(set);
      expect(addressesOf(written.slice(1))).not.toEqual(set);
      const outer = range(smallestCidr(set));
      expect(includes([outer], set)).toBe(true);
      const middle = outer.first + size(outer) / 2;
      const halves = [
        { first: outer.first, last: middle - 1 },
        { first: middle, last: outer.last },
      ];
      expect(size(outer) > 1 && halves.some((half) => includes([half], set))).toBe(false);
    }),
  );
});

test('the address that a step will give is none that can be written', () => {
  expect(formatRange(range('$2.address'))).toBe('the address of step 2');
  expect(formatRange(range('247.113.0.4/32'))).toBe('247.113.0.4/32');
});

test.each([
  '',
  '10.0.0.0',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.256/24',
  '10.0.0.0/24/1',
  '::1/128',
  'WEB01',
  '10.0.0.0/',
])('“%s” is no range', (text) => expect(parseCidr(text)).toBeUndefined());
