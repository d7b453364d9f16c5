import { expect, test } from 'vitest';
import type { NetworkChange, Rule, WholeChange } from '../../../src/network/network-change.ts';
import { impactLine } from '../../../src/policy/impact-line.ts';
import { between, inside, onServer, opens, publicly, rule, updates } from './ways.ts';

const wanted = '10.0.0.0/24 > 10.1.0.0/24';
const existing = (change: WholeChange['change']): NetworkChange => ({
  change,
  scope: between,
  traffic: { rule: 'aa' },
});

test.each<[string, NetworkChange, readonly Rule[], string]>([
  ['a large range', opens(between, '10.0.0.0/8 > 10.1.0.0/24'), [], '16.8 M addresses gain access to 256'],
  ['one address', opens(inside, '10.0.0.7/32 > 10.0.1.0/30'), [], '1 address gains access to 4'],
  [
    'half of them all',
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
  [
    'widened',
    updates(inside, rule('aa', wanted), '10.0.0.0/23 > 10.1.0.0/24'),
    [rule('aa', wanted)],
    '256 addresses gain access to 256',
  ],
  [
    'moved',
    updates(inside, rule('aa', wanted), '10.9.0.0/25 > 10.1.0.0/24'),
    [rule('aa', wanted)],
    '128 addresses gain access to 256; 256 addresses lose access to 256',
  ],
  [
    'kept, in other words',
    updates(inside, rule('aa', wanted), '10.0.0.0/25,10.0.0.128/25 > 10.1.0.0/24'),
    [rule('aa', wanted)],
    'no access is gained or lost',
  ],
  [
    'widened while it is disabled',
    updates(inside, rule('aa', wanted, { enabled: false }), '10.0.0.0/8 > 10.1.0.0/24'),
    [],
    'no access changes until it is active',
  ],
  [
    'a public IP for fewer',
    updates(
      onServer,
      rule('203.0.113.10', '0.0.0.0/0 > 203.0.113.10/32 : tcp/443', { to: 'WEB01' }),
      '8.8.8.0/24 > 203.0.113.10/32 : tcp/443',
    ),
    [],
    '4.3 B addresses lose access to 203.0.113.10',
  ],
  ['gone', existing('deletes'), [], 'the firewall policy no longer exists'],
])('%s', (_, networkChange, rules, expected) => {
  expect(impactLine(networkChange, rules)).toBe(expected);
});
