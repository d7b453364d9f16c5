import { expect, test } from 'vitest';
import type { NetworkChange, Rule } from '../../../src/network/network-change.ts';
import { impactLine } from '../../../src/policy/impact-line.ts';
import { between, inside, opens, publicly, rule } from './ways.ts';

const wanted = '10.0.0.0/24 > 10.1.0.0/24';
const existing = (change: NetworkChange['change']): NetworkChange => ({
  change,
  scope: between,
  traffic: { rule: 'aa' },
});

test.each<[string, NetworkChange, readonly Rule[], string]>([
  ['a large range', opens(between, '10.0.0.0/8 > 10.1.0.0/24'), [], '16.8 M addresses gain access to 256'],
  ['one address', opens(inside, '10.0.0.7/32 > 10.0.1.0/30'), [], '1 address gains access to 4'],
  [
    'half of all addresses',
    opens(inside, '0.0.0.0/1 > 10.0.0.0/15'),
    [],
    '2.1 B addresses gain access to 131,072',
  ],
  ['every address', opens(inside, '0.0.0.0/0 > 10.0.1.0/24'), [], 'every address gains access to 256'],
  ['a source that isn’t a range', opens(inside, 'web > 10.0.1.0/24'), [], 'web gains access to 256'],
  ['the internet', publicly('0.0.0.0/0', 'tcp/443'), [], 'the whole internet gains access to WEB01'],
  ['a public IP for some', publicly('203.0.113.0/24', 'tcp/22'), [], '256 addresses gain access to WEB01'],
  ['allowed before', opens(between, wanted), [rule('bb', '10.0.0.0/16 > 10.1.0.0/16')], 'no access is added'],
  [
    'allowed before in part',
    opens(between, wanted),
    [rule('bb', '10.0.0.0/25 > 10.1.0.0/16')],
    '128 addresses gain access to 256',
  ],
  ['deleted', existing('deletes'), [rule('aa', wanted)], '256 addresses lose access to 256'],
  ['still allowed', existing('deletes'), [rule('aa', wanted), rule('bb', wanted)], 'no access is lost'],
  ['not active', existing('disables'), [rule('aa', wanted, { enabled: false })], 'no access is lost'],
  [
    'enabled',
    existing('enables'),
    [rule('aa', wanted, { enabled: false })],
    '256 addresses gain access to 256',
  ],
  ['already enabled', existing('enables'), [rule('aa', wanted)], 'already enabled'],
  ['gone', existing('deletes'), [], 'the firewall policy no longer exists'],
])('%s', (_, networkChange, rules, expected) => {
  expect(impactLine(networkChange, rules)).toBe(expected);
});
