import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import type { WorkerDependencies } from '../../../../src/jobs/process-job.ts';
import { breakGlass } from '../../../../src/lifecycle/decide/break-glass.ts';
import type { Message } from '../../../../src/messaging/messaging.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { textOf } from '../../../support/answer-text.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { memory } from '../../../support/in-memory/memory.ts';
import { request, voteOf } from '../../../support/made/requests.ts';
import { quick } from '../../../support/seeded.ts';

const cloud = await cloudOfFile(quick);

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
  const shown = said.map(({ kind, answer }) => [kind, textOf(answer)]);
  return { ended, shown };
}

const announced = expect.stringMatching(
  /without approval \(break-glass\)[\s\S]*its card shows whether this counts/,
);

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
    ['edit', expect.stringMatching(new RegExp(`^${sentence}`))],
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

test('the audit log says what a break-glass approval skipped, and its end still says that it was one', async () => {
  const people = { read: ['*'], change: ['*'], approve: ['U0BEN', 'U0CORA'] };
  const level = { minScore: 0, approvers: 2, ticket: false } as const;
  const policy: Policy = {
    ...defaults,
    people,
    risk: { ...defaults.risk, levels: [level] },
    breakGlass: { people: ['U0ANA'], reasonRequired: true },
  };
  const bot = new InMemoryBot(cloud, policy);
  const line = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 ends=1h why="the shop"';
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  // Since it was requested, the policy asks for a ticket, and for an end within half an hour.
  const levels = [{ ...level, ticket: true, maxLeaseMinutes: 30 }];
  Object.assign(policy, { risk: { ...policy.risk, levels } });
  await bot.vote('U0ANA', id, 'breakGlass');
  expect(bot.changes()).toHaveLength(1);
  const notice = bot.said.find(({ text }) => text.includes('without approval (break-glass)'));
  expect(notice?.text).toMatch(/U0BEN.*U0CORA/);
  await bot.pass(70);
  expect(bot.said.findLast(({ text }) => text.includes('Closed'))?.text).toContain(
    '#1 · U0ANA · break-glass approval',
  );
  const events = bot.log().map(({ event }) => event);
  expect(events).toContain('ended');
  expect(events).not.toContain('approved');
  await bot.type('U0ANA', 'history what=break-glass');
  expect(bot.said.at(-1)?.text).toMatch(
    /break-glass: .*Skipped 2 approvals. .* needs a ticket: .* within 30 min: .* “because”/,
  );
  expect(bot.said.at(-1)?.text).not.toContain('requested');
});
