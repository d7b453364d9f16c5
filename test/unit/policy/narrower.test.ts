import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NetworkChange } from '../../../src/network/network-change.ts';
import { isNarrower } from '../../../src/policy/narrower.ts';
import { between, inside, onServer, opens, publicly, rule, updates } from './ways.ts';

const asked = opens(inside, '10.0.0.0/24,10.0.1.0/24 > 10.1.0.0/24 : tcp/8000-8010 udp/53');
const less = (text: string) => opens(inside, text);

test.each<[string, NetworkChange, NetworkChange, boolean]>([
  ['The same traffic is not', asked, asked, false],
  [
    'The same traffic in another notation is not',
    less('10.0.0.0/23 > 10.1.0.0/25,10.1.0.128/25 : udp/53 tcp/8000-8010'),
    asked,
    false,
  ],
  ['A smaller source is', less('10.0.0.0/25 > 10.1.0.0/24 : tcp/8000-8010 udp/53'), asked, true],
  ['A smaller destination is', less('10.0.0.0/23 > 10.1.0.7/32 : tcp/8000-8010 udp/53'), asked, true],
  ['Fewer ports are', less('10.0.0.0/23 > 10.1.0.0/24 : tcp/8000-8005 udp/53'), asked, true],
  ['One protocol less is', less('10.0.0.0/23 > 10.1.0.0/24 : tcp/8000-8010'), asked, true],
  ['A part that spans two ranges is', less('10.0.0.128/25,10.0.1.0/25 > 10.1.0.0/24 : udp/53'), asked, true],
  ['A wider source is not', less('10.0.0.0/22 > 10.1.0.0/24 : udp/53'), asked, false],
  ['A source elsewhere is not', less('10.9.0.0/30 > 10.1.0.0/24 : udp/53'), asked, false],
  ['One port more is not', less('10.0.0.0/30 > 10.1.0.0/30 : tcp/7999-8005'), asked, false],
  ['The same port of another protocol is not', less('10.0.0.0/30 > 10.1.0.0/30 : tcp/53'), asked, false],
  ['Every port is not', less('10.0.0.0/30 > 10.1.0.0/30'), asked, false],
  [
    'Less of everything in another data center is not',
    opens({ kind: 'inside', dataCenter: 'gb3' }, '10.0.0.0/30 > 10.1.0.0/30 : udp/53'),
    asked,
    false,
  ],
  ['Less between data centers is not', opens(between, '10.0.0.0/30 > 10.1.0.0/30 : udp/53'), asked, false],
  [
    'Less of everything for another account is not',
    opens(inside, '10.0.0.0/30 > 10.1.0.0/30 : udp/53', { to: 'VA1 of ACDV', into: 'ACDV' }),
    asked,
    false,
  ],
  [
    'Switching a rule off is not',
    { change: 'disables', scope: inside, traffic: { rule: 'aa' } },
    { change: 'disables', scope: inside, traffic: { rule: 'aa' } },
    false,
  ],
  [
    'An update to less of the new traffic is',
    updates(inside, rule('aa', '10.0.0.0/24 > 10.1.0.0/24'), '10.0.0.0/20 > 10.1.0.0/24'),
    updates(inside, rule('aa', '10.0.0.0/24 > 10.1.0.0/24'), '10.0.0.0/16 > 10.1.0.0/24'),
    true,
  ],
  [
    'An update of another policy is not',
    updates(inside, rule('bb', '10.0.0.0/24 > 10.1.0.0/24'), '10.0.0.0/20 > 10.1.0.0/24'),
    updates(inside, rule('aa', '10.0.0.0/24 > 10.1.0.0/24'), '10.0.0.0/16 > 10.1.0.0/24'),
    false,
  ],
  ['Another kind of change is not', { ...asked, change: 'enables' }, asked, false],
  [
    'A public address for fewer people is',
    publicly('203.0.113.0/28', 'tcp/443'),
    publicly('203.0.113.0/24', 'tcp/443'),
    true,
  ],
  [
    'A public address for another server is not',
    opens(onServer, '203.0.113.0/28 > WEB02 : tcp/443', { to: 'WEB01' }),
    publicly('203.0.113.0/24', 'tcp/443'),
    false,
  ],
])('%s narrower', (_, proposed, original, expected) => expect(isNarrower(proposed, original)).toBe(expected));

describe('whatever the ranges', () => {
  const prefix = fc.integer({ min: 0, max: 32 });
  const range = fc.tuple(fc.constantFrom('10.0.0.0', '10.0.0.64', '10.128.0.0'), prefix);
  const change = fc
    .tuple(range, range, fc.constantFrom('tcp/443', 'tcp/1-1000', 'tcp/443 udp/53'))
    .map(([[a, from], [b, to], on]) => opens(inside, `${a}/${from} > ${b}/${to} : ${on}`));

  test('of two changes at most one is narrower, and none than itself', () => {
    fc.assert(
      fc.property(change, change, (first, second) => {
        expect(isNarrower(first, second) && isNarrower(second, first)).toBe(false);
        expect(isNarrower(first, first)).toBe(false);
      }),
    );
  });

  test('narrower than a narrower change is narrower', () => {
    fc.assert(
      fc.property(change, change, change, (a, b, c) => {
        if (isNarrower(a, b) && isNarrower(b, c)) expect(isNarrower(a, c)).toBe(true);
      }),
    );
  });

  test('a longer prefix at the same address is narrower', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 31 }), (length) => {
        const at = (bits: number) => opens(inside, `10.0.0.0/${bits} > 10.1.0.0/24 : tcp/443`);
        expect(isNarrower(at(length + 1), at(length))).toBe(true);
        expect(isNarrower(at(length), at(length + 1))).toBe(false);
      }),
    );
  });
});
