import { expect, test } from 'vitest';
import type { NetworkChange, WholeChange } from '../../../../src/network/network-change.ts';
import { unknownPolicy } from '../../../../src/policy/rules/unknown-policy.ts';
import { between, inside, opens, publicly } from '../ways.ts';
import { reasons } from './reasons.ts';

const named = (change: WholeChange['change']): NetworkChange => ({
  change,
  scope: between,
  traffic: { rule: 'aa' },
});

test.each<[string, NetworkChange, readonly string[]]>([
  ['a policy that could not be read', named('enables'), ['firewall policy aa can’t be read']],
  ['a policy that is disabled: it opens nothing', named('disables'), []],
  [
    'a source that is no CIDR range',
    opens(inside, '10.0.0.0/24,elsewhere > 10.1.0.0/24 : tcp/443'),
    ['unknown source elsewhere'],
  ],
  ['several sources, each once', opens(inside, 'b,a,b > 10.1.0.0/24 : tcp/443'), ['unknown source a and b']],
  ['ranges alone', opens(inside, '10.0.0.0/24 > 10.1.0.0/24 : tcp/443'), []],
  ['a server as the destination', publicly('203.0.113.0/24', 'tcp/443'), []],
])('%s', (_, networkChange, expected) => expect(reasons(unknownPolicy, networkChange)).toEqual(expected));
