import { expect, test } from 'vitest';
import { objectOf, type Phrase } from '../../../../src/operation/phrase.ts';
import { keptForGood, withWhatStands } from '../../../../src/operations/requests/phrase-of-end.ts';
import { endOf } from '../../../support/made/ends.ts';

const ofPolicy: Phrase = {
  verb: 'open',
  thing: '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1)',
  rest: ', all ports',
};
const ofAddress: Phrase = {
  verb: 'open',
  thing: 'SSH (22) on DE1ACMEWEB03',
  rest: ' to anyone on the internet',
};

test.each([
  [ofPolicy, '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1) open, all ports, with no end'],
  [ofAddress, 'SSH (22) on DE1ACMEWEB03 open to anyone on the internet, with no end'],
])('what is kept has one comma before each part: %j', (phrase, says) => {
  expect(objectOf(keptForGood(endOf({ step: { title: '', phrase } })))).toBe(says);
});

test.each([
  [ofPolicy, '10.0.0.0/24 (DE1) → 10.1.0.0/24 (VA1), all ports, by 2 h'],
  [ofAddress, 'SSH (22) on DE1ACMEWEB03 to anyone on the internet by 2 h'],
])('a comma keeps the time of an extension from the ports: %j', (phrase, says) => {
  expect(objectOf(withWhatStands('extend', endOf({ step: { title: '', phrase } }), ' by 2 h'))).toBe(says);
});
