import { expect, test } from 'vitest';
import type { ChainEnd } from '../../../../src/audit-log/hash-chain.ts';
import { chainEndsIn } from '../../../../src/aws/sdk/chain-ends.ts';

const account = 'ACME';
const own = { seq: 2, hash: 'own' };
const stored = { seq: 3, hash: 'stored' };

/** The memory of a process that has just written `own`, while the table has `stored` since. */
function begin() {
  const at = { now: 0 };
  const chains = chainEndsIn(
    { get: async () => stored, query: () => Promise.reject(new Error('It reads heads alone')) },
    () => at.now,
  );
  chains.moved(new Map([[account, own]]));
  return { at, chains, end: async () => (await chains.of([account])).get(account) };
}

test('the end that a process has written is known without a read, however long ago', async () => {
  const { at, end } = begin();
  at.now = 3_600_000;
  expect(await end()).toEqual(own);
});

test('after a conflict the end is read', async () => {
  const { chains, end } = begin();
  chains.raced([account]);
  expect(await end()).toEqual(stored);
});

test.each<[string, number, ChainEnd]>([
  ['20 ms later', 20, own],
  ['21 ms later', 21, stored],
  ['a minute later', 60_000, own],
])(
  'after a conflict, the end that a process has written is known for 20 ms, for a minute: %s',
  async (_, later, expected) => {
    const { at, chains, end } = begin();
    chains.raced([account]);
    chains.moved(new Map([[account, own]]));
    at.now = later;
    expect(await end()).toEqual(expected);
  },
);
