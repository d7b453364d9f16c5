import { expect, test } from 'vitest';
import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { production } from '../../../../src/policy/rules/production.ts';
import { between, inside, opens, rule } from '../ways.ts';
import { reasons } from './reasons.ts';

const narrow = '10.0.0.0/24 > 10.1.0.0/24 : tcp/443';
const prod = 'production account PROD';
const live = 'production account LIVE';

test.each<[string, string, NetworkChange | undefined, readonly string[]]>([
  ['any change in it', 'prod', undefined, [prod]],
  ['a change that reaches into it', 'ACME', opens(inside, narrow, { into: 'live' }), [live]],
  ['a change that touches two of them', 'PROD', opens(inside, narrow, { into: 'LIVE' }), [prod, live]],
  [
    'a policy that leads into it and is deleted',
    'ACME',
    { change: 'deletes', scope: between, traffic: rule('aa', narrow, { into: 'LIVE' }) },
    [live],
  ],
  ['an account that is not marked', 'TEST', undefined, []],
  ['an account without rules of its own', 'ACME', undefined, []],
])('%s', (_, account, networkChange, expected) =>
  expect(reasons(production, networkChange, account)).toEqual(expected),
);
