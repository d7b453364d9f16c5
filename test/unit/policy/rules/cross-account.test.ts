import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { crossAccount } from '../../../../src/policy/rules/cross-account.ts';
import { between, inside, opens, rule } from '../ways.ts';
import { reasons } from './reasons.ts';

const narrow = '10.0.0.0/24 > 10.1.0.0/24 : tcp/443';
const other = { into: 'OTHR', to: 'VA1 of OTHR' };
const reason = ['other account OTHR'];

test.each<[string, NetworkChange, readonly string[]]>([
  ['another account', opens(inside, narrow, other), reason],
  [
    'a policy that leads there and is enabled',
    { change: 'enables', scope: between, traffic: rule('aa', narrow, other) },
    reason,
  ],
  ['a deleted policy into it', { change: 'deletes', scope: between, traffic: rule('aa', narrow, other) }, []],
  ['no other account', opens(inside, narrow), []],
  ['the same account in another case', opens(inside, narrow, { into: 'acme' }), []],
])('%s', (_, networkChange, expected) => expect(reasons(crossAccount, networkChange)).toEqual(expected));
