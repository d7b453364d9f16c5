import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { textOf } from '../../../support/answer-text.ts';
import { notConnected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';
import { answerOf, buttonsIn, contextOf } from '../../../support/in-memory/run-line.ts';
import { type RequestFacts, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

const now = Date.UTC(2026, 10, 21, 12);

let made = 0;
function change(more: RequestFacts = {}): Change {
  made += 1;
  const times = { created: now, remindAt: now, since: now, expires: now + 60_000 };
  const step = { operation: 'firewall.create', title: `open way ${made}` };
  return request(
    { id: `a${made}`, number: made, reason: 'it is needed', approvers: 2, ...times, ...more },
    step,
  );
}
const yes = (person: string) => voteOf(person);

/** The answer of `/cloud approvals` to U0BEN, who may approve in ACME only. */
async function shown(...waiting: Change[]): Promise<Answer> {
  const context = contextOf(notConnected, {
    clock: () => now,
    requester: 'U0BEN',
    changes: changesInMemory(...waiting).changes,
    mayApprove: async () => (account) => account === 'ACME',
  });
  return answerOf('approvals', context);
}
const buttons = (answer: Answer) => buttonsIn(answer).map(({ label, action }) => ({ label, action }));
const words = (answer: Answer) => JSON.stringify(answer);

test('a request that I may decide on has a button to review it', async () => {
  const one = change({ votes: [yes('U0CORA')] });
  const answer = await shown(one);
  expect(textOf(answer)).toContain(
    `#${one.number} <@U0ANA> wants to apply ${one.steps[0].title} · ACME · “it is needed”`,
  );
  expect(buttons(answer)).toEqual([{ label: 'Review', action: { decide: 'review', on: one.id } }]);
});

test.each([
  ['a request that I have voted on', { votes: [yes('U0BEN')] }],
  ['a request in an account where I may not decide', { accounts: ['ACDV'] }],
  ['an approved request', { status: 'approved' as const }],
  ['an expired request that was not swept yet', { expires: now }],
])('%s does not wait for me', async (_, more) => {
  const answer = await shown(change(more));
  expect(words(answer)).toContain('Nothing needs your review.');
  expect(buttons(answer)).toEqual([]);
});

test('my request waits for others, and can be withdrawn until it is approved', async () => {
  const open = change({ requester: 'U0BEN', accounts: ['ACDV'], votes: [yes('U0CORA')] });
  const running = change({ requester: 'U0BEN', status: 'running' });
  const answer = await shown(open, running);
  expect(words(answer)).toContain('1 of 2 approved');
  expect(words(answer)).toContain('Applying');
  expect(buttons(answer)).toEqual([{ label: 'Withdraw', action: { decide: 'withdraw', on: open.id } }]);
});

test('each request has its button', async () => {
  const six = Array.from({ length: 6 }, () => change());
  const answer = await shown(...six, change({ requester: 'U0BEN' }));
  expect(buttons(answer).map(({ label }) => label)).toEqual([...Array(6).fill('Review'), 'Withdraw']);
});

test('a long list is cut, with a count', async () => {
  const answer = await shown(...Array.from({ length: 30 }, () => change()));
  expect(words(answer)).toContain('10 more requests');
});

test('a closed request is not shown, even while its end is not logged yet', async () => {
  const ended = (status: Change['status']) => change({ requester: 'U0BEN', status, due: ['log'] });
  expect(words(await shown(ended('expired'), ended('unknown')))).toContain('You have no open requests.');
  expect(words(await shown(ended('running')))).not.toContain('You have no open requests.');
});

test('of very many requests, all of my own are read, and those of others that expire soonest', async () => {
  const theirs = Array.from({ length: 230 }, () => change());
  const answer = await shown(...theirs, change({ requester: 'U0BEN' }));
  expect(words(answer)).toContain('30 more requests of others: only those that expire soonest were read.');
  expect(words(answer)).toContain('Your requests');
});

test('a pending suggestion is shown with the request', async () => {
  expect(words(await shown(change({ suggestion: suggestionOf('open less') })))).toContain(
    ' suggests: ","open less',
  );
});
