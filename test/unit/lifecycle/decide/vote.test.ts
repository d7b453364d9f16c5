import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import type { VoteCast } from '../../../../src/queue/job.ts';
import { stepOf } from '../../changes.ts';
import { castOf } from '../../clicks.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { noon, type RequestFacts, request, suggestionOf, voteOf } from '../../requests.ts';

/** A vote on a request for which nothing has to be read from the cloud API. */
async function voteOn(
  facts: RequestFacts | undefined,
  person: string,
  vote: VoteCast['vote'],
  suggestion?: string,
) {
  const steps = [stepOf({ operation: 'moon.land' })] as const;
  const asked: readonly Change[] = facts ? [request({ steps, ...facts })] : [];
  const { kept, changes } = changesInMemory(...asked);
  const { deps } = memory({ changes, clock: () => noon + 60_000 });
  const job = castOf({ vote, comment: 'in use', suggestion, replyTo: { channel: 'C1', person } });
  return { result: await castVote(job, deps), now: () => kept.get('a1') };
}

const suggestion = suggestionOf('do less');

test.each<[what: string, RequestFacts | undefined, person: string, VoteCast['vote'], sentence: string]>([
  ['on an unknown id', undefined, 'U0BEN', 'approve', 'This request no longer exists.'],
  ['on your own request', {}, 'U0ANA', 'approve', 'You can’t approve your own request. You can withdraw it.'],
  ['on a withdrawn request', { status: 'withdrawn' }, 'U0BEN', 'approve', 'U0ANA withdrew a1.'],
  ['after a first one', { approvers: 2, votes: [voteOf('U0BEN')] }, 'U0BEN', 'reject', 'You already voted.'],
])('a vote doesn’t count %s', async (_, facts, person, vote, sentence) => {
  const { result, now } = await voteOn(facts, person, vote);
  expect(result.deliveries.map(({ kind }) => kind)).toEqual(['ephemeral']);
  expect(words(result.deliveries)).toContain(sentence);
  expect(result.entries).toBeUndefined();
  expect(now()?.approval?.votes.map(({ job }) => job) ?? []).not.toContain('v1');
});

test('a rejection ends the request, and the audit log has the reason', async () => {
  const { result, now } = await voteOn({}, 'U0BEN', 'reject');
  expect(now()).toMatchObject({ status: 'rejected', approval: { votes: [{ person: 'U0BEN' }] } });
  expect(result.entries).toMatchObject([{ event: 'rejected', person: 'U0BEN', note: 'in use' }]);
  expect(result.deliveries).toEqual([]);
});

test('a vote for the wider request counts if the voter has seen the suggestion', async () => {
  const { now } = await voteOn({ suggestion }, 'U0CORA', 'approve', 'p1');
  expect(now()).toMatchObject({ status: 'approved', approval: { votes: [{ person: 'U0CORA' }] } });
});
