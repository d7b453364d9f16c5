import { expect, test } from 'vitest';
import type { WholeChange } from '../../../../src/network/network-change.ts';
import { deletesPolicy } from '../../../../src/policy/rules/deletes-policy.ts';
import { between } from '../ways.ts';
import { reasons } from './reasons.ts';

test.each<[WholeChange['change'], readonly string[]]>([
  ['deletes', ['deletes a firewall policy']],
  ['disables', ['disables a firewall policy']],
  ['enables', []],
  ['opens', []],
])('%s', (change, expected) => {
  expect(reasons(deletesPolicy, { change, scope: between, traffic: { rule: 'aa' } })).toEqual(expected);
});
