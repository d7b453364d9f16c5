import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCidr } from '../../../../src/network/cidr.ts';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { score } from '../../../../src/policy/risk.ts';
import { anySource } from '../../../../src/policy/rules/any-source.ts';
import { inside, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

const internet = ['open to the internet'];

test.each<[string, NetworkChange, readonly string[]]>([
  ['a public address for every address', publicly('0.0.0.0/0', 'tcp/443'), internet],
  ['a public address for every address, in halves', publicly('0.0.0.0/1,128.0.0.0/1', 'tcp/22'), internet],
  ['every address on the internet', publicly('0.0.0.0/1,128.0.0.0/2,192.0.0.0/3', 'tcp/443'), internet],
  ['every address, inside', opens(inside, '0.0.0.0/0 > 10.0.0.0/8 : tcp/443'), ['any source']],
  ['a quarter of the internet', publicly('64.0.0.0/2', 'tcp/443'), ['open to 28% of the internet']],
  ['an eighth of the internet', publicly('64.0.0.0/3', 'tcp/443'), []],
  ['every address as the destination', opens(inside, '10.0.0.0/24 > 0.0.0.0/0 : tcp/443'), []],
])('%s', (_, networkChange, expected) => expect(reasons(anySource, networkChange)).toEqual(expected));

test('any source never gives fewer points than a large range, whatever policy.json says', () => {
  const points = { ...defaults.risk.points, anySource: 0, largeRange: 7 };
  const policy: Policy = { ...defaults, risk: { ...defaults.risk, points } };
  expect(
    score([{ networkChange: publicly('0.0.0.0/0', 'tcp/443'), account: 'ACME' }], policy, [], [anySource]),
  ).toEqual([{ points: 7, why: internet[0] }]);
});

test('an opening to a quarter of the internet is one to everyone, in any notation', () => {
  const range = fc
    .tuple(fc.ipV4(), fc.integer({ min: 1, max: 6 }))
    .map(([address, prefix]) => `${address}/${prefix}`);
  /** The oracle: every /16 of the internet, one by one; smaller special ranges are less than it can tell. */
  const isOnInternet = (block: number): boolean => {
    const [a, b] = [block >> 8, block & 255];
    const isSpecial =
      [0, 10, 127].includes(a) ||
      a >= 224 ||
      (a === 100 && b >= 64 && b < 128) ||
      (a === 169 && b === 254) ||
      (a === 172 && b >= 16 && b < 32) ||
      (a === 192 && b === 168) ||
      (a === 198 && (b === 18 || b === 19));
    return !isSpecial;
  };
  const blocks = Array.from({ length: 2 ** 16 }, (_, block) => block).filter(isOnInternet);
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 5 }), (texts) => {
      const ranges = texts.flatMap((text) => parseCidr(text) ?? []);
      const open = blocks.filter((block) =>
        ranges.some(({ first, last }) => first <= block * 2 ** 16 && block * 2 ** 16 <= last),
      );
      expect(reasons(anySource, publicly(texts.join(), 'tcp/443'))).toHaveLength(
        open.length / blocks.length >= 0.25 ? 1 : 0,
      );
    }),
  );
});
