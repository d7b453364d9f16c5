import { containsCidr, excludeCidr, mergeCidr, overlapCidr } from 'cidr-tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressesOf, cidrsOf, formatRange, parseCidr, smallestCidr } from '../../../src/network/cidr.ts';
import { common, includes, meets, minus, type Range, size, total } from '../../../src/network/ranges.ts';

function range(text: string): Range {
  const parsed = parseCidr(text);
  if (!parsed) throw new Error(`${text} is no range`);
  return parsed;
}

/** Ranges of up to 64 addresses that lie close enough together to meet often; host bits may be set. */
const small = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 26, max: 32 }))
  .map(([last, prefix]) => `10.0.0.${last}/${prefix}`);
const any = fc
  .tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 }))
  .map(([address, prefix]) => `${address}/${prefix}`);

/** The number of different addresses, by another library. */
const amount = (texts: readonly string[]): number =>
  mergeCidr([...texts]).reduce((sum, text) => sum + 2 ** (32 - Number(text.split('/')[1])), 0);

test('cidr-tools agrees on sets of ranges of all sizes anywhere', () => {
  const some = fc.array(fc.oneof(any, small), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(some, some, (a, b) => {
      const [ours, theirs] = [addressesOf(a), addressesOf(b)];
      expect(cidrsOf(ours)).toEqual(mergeCidr(a));
      expect(total(ours)).toBe(amount(a));
      expect(cidrsOf(minus(ours, theirs))).toEqual(excludeCidr(a, b));
      expect(cidrsOf(common(ours, theirs))).toEqual(excludeCidr(a, excludeCidr(a, b)));
      expect(meets(ours, theirs)).toBe(overlapCidr(a, b));
      expect(includes(ours, theirs)).toBe(containsCidr(mergeCidr(a), b));
    }),
  );
});

test('cidr-tools agrees on two ranges that lie close together', () => {
  fc.assert(
    fc.property(small, small, (a, b) => {
      const [ours, theirs] = [range(a), range(b)];
      expect(size(ours)).toBe(amount([a]));
      expect(includes([ours], [theirs])).toBe(containsCidr(a, b));
      expect(cidrsOf(common([ours], [theirs]))).toEqual(excludeCidr(a, excludeCidr(a, b)));
    }),
  );
});

test('a written range reads back as the same range', () => {
  fc.assert(
    fc.property(any, (text) => {
      expect(parseCidr(formatRange(range(text)))).toEqual(range(text));
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

test('a range that CIDR notation cannot express is written by its ends', () => {
  expect(formatRange({ first: range('10.0.0.1/32').first, last: range('10.0.0.3/32').last })).toBe(
    '10.0.0.1–10.0.0.3',
  );
});

test('a set is written as ranges in CIDR notation, and its smallest enclosing range as one', () => {
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

test('the address that a step will return is no address that can be written', () => {
  expect(formatRange(range('$2.address'))).toBe('the address of step 2');
  expect(formatRange(range('247.113.0.4/32'))).toBe('247.113.0.4/32');
});

test.each([
  '',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.256/24',
  '10.0.0.0/24/1',
  '::1/128',
  'WEB01',
  '10.0.0.0/',
])('“%s” is no range', (text) => expect(parseCidr(text)).toBeUndefined());
