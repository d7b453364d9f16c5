import { expect, test } from 'vitest';
import type { Approval } from '../../../src/core/approval.ts';
import { sweep } from '../../../src/flow/approval/sweep.ts';
import { memory, words } from '../memory.ts';
import { noon, request } from './requests.ts';

test('what has expired is told even while the record cannot be written', async () => {
  let kept: Approval = request({ expires: noon, cards: [{ channel: 'C1', ts: '1.1' }] });
  const { ports, state, said, logged } = memory();
  state.now = noon + 1000;
  await sweep({
    ...ports,
    approvals: {
      ...ports.approvals,
      get: async () => kept,
      waiting: async () => [kept],
      async change(_, step) {
        const stepped = step(kept);
        if ('approval' in stepped) kept = stepped.approval;
        return stepped;
      },
    },
    ledger: { ...ports.ledger, append: () => Promise.reject(new Error('the table is away')) },
  });
  expect(kept.phase).toBe('expired');
  expect(said.map(({ way }) => way)).toEqual(['edit', 'send']);
  expect(words(said)).toContain('Expired without enough approvals. Nothing was changed.');
  expect(logged.join()).toContain('"failures":1');
});
