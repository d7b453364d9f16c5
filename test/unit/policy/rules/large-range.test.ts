import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { largeRange } from '../../../../src/policy/rules/large-range.ts';
import { inside, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

const is = (what: string): readonly string[] => [`${what} wider than /16`];

test.each<[string, NetworkChange, readonly string[]]>([
  ['a /16', opens(inside, '10.0.0.0/16 > 10.1.0.0/24 : tcp/443'), []],
  ['a /15', opens(inside, '10.0.0.0/15 > 10.1.0.0/24 : tcp/443'), is('10.0.0.0/15')],
  [
    'a /15 in two halves',
    opens(inside, '10.0.0.0/16,10.1.0.0/16 > 10.1.0.0/24 : tcp/443'),
    is('10.0.0.0/15'),
  ],
  [
    'ranges that are large together, at both ends',
    opens(inside, '10.0.0.0/16,10.2.0.0/16 > 10.128.0.0/9 : tcp/443'),
    is('10.0.0.0/16 and 10.2.0.0/16 together and 10.128.0.0/9'),
  ],
  [
    'a large range at each end',
    opens(inside, '10.0.0.0/15 > 10.4.0.0/15'),
    is('10.0.0.0/15 and 10.4.0.0/15'),
  ],
  [
    'many ranges, two of which are named',
    opens(inside, '10.0.0.0/17,10.1.0.0/17,10.2.0.0/17,10.3.0.0/17 > 10.1.0.0/24 : tcp/443'),
    is('10.0.0.0/17, 10.1.0.0/17 and 2 more together'),
  ],
  ['an eighth of the internet', publicly('64.0.0.0/3', 'tcp/443'), is('64.0.0.0/3')],
  ['sources that count as everyone, which another rule scores', publicly('0.0.0.0/0', 'tcp/443'), []],
  ['a large destination for everyone', opens(inside, '0.0.0.0/0 > 10.0.0.0/8 : tcp/443'), is('10.0.0.0/8')],
])('%s', (_, networkChange, expected) => expect(reasons(largeRange, networkChange)).toEqual(expected));
