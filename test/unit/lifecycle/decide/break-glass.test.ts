import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import type { WorkerDependencies } from '../../../../src/jobs/process-job.ts';
import { breakGlass } from '../../../../src/lifecycle/decide/break-glass.ts';
import type { Message } from '../../../../src/messaging/messaging.ts';
import { textOf } from '../../answer-text.ts';
import { memory } from '../../memory.ts';
import { request, voteOf } from '../../requests.ts';

const own = voteOf('U0ANA', 'approve', { breakGlass: true, comment: 'the shop is down' });
const add = (current: Change, notice?: Message): Transition => addVote(current, own, { notice });

/** The final text of the notice, if `meanwhile` happens between the notice and the vote. */
async function noticeAfter(
  meanwhile: (step: (now: Change) => Transition) => Transition,
  more: Partial<WorkerDependencies['messenger']> = {},
) {
  const { deps, said } = memory({
    messenger: more,
    changes: { change: async (_, step) => meanwhile(step) },
  });
  const ended = await breakGlass(request(), own, add, deps).catch((error: unknown) => ({
    refused: String(error),
  }));
  const shown = said.map(({ kind, answer }) => [kind, textOf(answer).split('\n').at(-1)]);
  return { ended, shown };
}

const announced = 'The card of a1 shows whether it counts.';

test('a break-glass approval that nothing stops is announced, then counted with its notice', async () => {
  const { ended, shown } = await noticeAfter((step) => step(request()));
  expect(shown).toEqual([['send', announced]]);
  expect(ended).toMatchObject({
    change: { status: 'approved', messages: [{ view: 'notice', ts: '1.2' }] },
  });
});

test.each<[string, (step: (now: Change) => Transition) => Transition, string]>([
  [
    'somebody rejected it meanwhile',
    (step) => step(request({ status: 'rejected' })),
    'It was already rejected. This approval didn’t count.',
  ],
  [
    'the table failed',
    () => {
      throw new Error('the table is away');
    },
    'Outcome unknown. The card shows the state of the request.',
  ],
])('the notice is updated when %s', async (_, meanwhile, sentence) => {
  const { ended, shown } = await noticeAfter(meanwhile);
  expect(shown).toEqual([
    ['send', announced],
    ['edit', sentence],
  ]);
  expect(ended).toHaveProperty('refused');
});

test('a break-glass approval that can’t be announced does not count', async () => {
  const { ended, shown } = await noticeAfter((step) => step(request()), {
    send: async () => Promise.reject(new Error('channel_not_found')),
  });
  expect(ended).toEqual({ refused: '#approvals couldn’t be notified, so break-glass is blocked.' });
  expect(shown).toEqual([]);
});

test('a break-glass approval that cannot count is not announced', async () => {
  const { deps, said } = memory();
  expect(await breakGlass(request({ status: 'rejected' }), own, add, deps)).toHaveProperty('refused');
  expect(said).toEqual([]);
});
