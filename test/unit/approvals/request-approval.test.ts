import { expect, test } from 'vitest';
import { tooManyOpen } from '../../../src/approvals/request-approval.ts';
import { memory } from '../memory.ts';

const refused =
  'You have 20 open requests, and 20 is the most. Withdraw one, or wait until one ends. The command “approvals” lists them.';

test.each([
  ['nineteen leave room for one', 19, 'U0ANA', 'new', undefined],
  ['twenty do not', 20, 'U0ANA', 'new', refused],
  ['one of the twenty that is delivered again is no other', 20, 'U0ANA', 'r0', undefined],
  ['and those of others do not count', 20, 'U0BEN', 'new', undefined],
])('of open requests %s', async (_, open, requester, id, sentence) => {
  const { deps } = memory();
  const named = Array.from({ length: open }, (_, at) => ({ id: `r${at}`, requester: 'U0ANA' }));
  const approvals = { ...deps.approvals, waiting: async () => named };
  expect(await tooManyOpen(requester, id, { ...deps, approvals })).toBe(sentence);
});
