import { expect, test } from 'vitest';
import { done } from '../../../../src/answer/answer.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { postInThread } from '../../../../src/lifecycle/notify/post-in-thread.ts';
import { memory } from '../../../support/in-memory/memory.ts';

test('a message about an end waits until the table says which thread it belongs to', async () => {
  const { deps, said } = memory({});
  const changes = { get: () => Promise.reject(new Error('the table is away')) };
  const post = postInThread(
    { channel: 'C0OPS', person: 'U0ANA' },
    [done('Ended')],
    { end: 'end-a0' },
    { ...deps, changes },
  );
  await expect(post).rejects.toThrow(Unavailable);
  expect(said).toEqual([]);
});
