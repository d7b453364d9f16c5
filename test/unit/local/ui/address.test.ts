import { expect, test } from 'vitest';
import { linkTo, readAddress } from '../../../../local/ui/address.ts';

test.each([
  ['a channel', { person: 'ben', place: 'approvals' }],
  ['the Home tab', { person: 'ana', place: 'home' }],
  ['a message', { person: 'ben', place: 'approvals', message: '1764000000.000001' }],
  ['a person whose name has to be escaped', { person: 'a&b', place: 'general' }],
])('the link to %s leads there', (_, address) => {
  const { search, hash } = new URL(linkTo(address), 'http://127.0.0.1');
  expect(readAddress(search, hash)).toEqual({ message: undefined, ...address });
});

test('an address that says nothing is that of the first person in the first channel', () => {
  expect(readAddress('', '')).toEqual({ person: 'ana', place: 'cloud-ops', message: undefined });
});
