import { describe, expect, test } from 'vitest';
import { seenDigest } from '../../../../src/change/model/digest.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import type { VoteCast } from '../../../../src/queue/job.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { castOn } from '../../../support/made/clicks.ts';
import { noon, type RequestFacts, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

/** A vote on a request for which nothing has to be read from the cloud API. */
async function voteOn(
  facts: RequestFacts | undefined,
  person: string,
  vote: VoteCast['vote'],
  suggestion?: string,
) {
  const steps = [stepOf({ operation: 'moon.land' })] as const;
  const asked = request({ steps, ...facts });
  const { kept, changes } = changesInMemory(...(facts ? [asked] : []));
  const { deps } = memory({ changes, clock: () => noon + 60_000 });
  const job = castOn(asked, { vote, comment: 'in use', suggestion, replyTo: { channel: 'C1', person } });
  return { result: await castVote(job, deps), now: () => kept.get('a1') };
}

const suggestion = suggestionOf('do less');

test.each<[what: string, RequestFacts | undefined, person: string, VoteCast['vote'], sentence: string]>([
  ['on an unknown id', undefined, 'U0BEN', 'approve', 'This request no longer exists.'],
  [
    'on your own request',
    {},
    'U0ANA',
    'approve',
    'You requested this, so somebody else has to approve it. You can withdraw it.',
  ],
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

describe('what an approver saw is what they decide on', () => {
  const wide = [stepOf({ operation: 'moon.land', raw: { all: 'yes' } })] as const;
  const less = [stepOf({ operation: 'moon.land' })] as const;
  const reviewed = request({ steps: less });
  const swapped = request({ steps: wide, basis: [{ hash: 'wide', title: 'delete all' }] });

  /** Somebody votes who saw another request than the table has, or none; `late`: it is swapped right before the write. */
  async function decide(vote: VoteCast['vote'], seen: VoteCast['seen'], late = false) {
    const { kept, changes } = changesInMemory(late ? reviewed : swapped);
    const change: typeof changes.change = (id, transition) => {
      if (late) kept.set(id, swapped);
      return changes.change(id, transition);
    };
    const policy = { ...defaults, breakGlass: { people: ['U0ANA'], reasonRequired: true } };
    const { deps } = memory({ changes: { ...changes, change }, policy, clock: () => noon + 60_000 });
    const person = vote === 'breakGlass' ? 'U0ANA' : 'U0BEN';
    const job = castOn(reviewed, { vote, seen, comment: 'in use', replyTo: { channel: 'C1', person } });
    return { text: words((await castVote(job, deps)).deliveries), now: kept.get('a1') };
  }

  const seen = seenDigest(reviewed);
  const says =
    'This isn’t the request that you reviewed any more, so your vote wasn’t counted. Review it again.';

  test.each<[string, VoteCast['vote'], VoteCast['seen'], late?: boolean]>([
    ['an approval of another request', 'approve', seen],
    ['an approval of a request that is swapped right before it is counted', 'approve', seen, true],
    ['an approval that doesn’t say what was shown', 'approve', undefined],
    ['a break-glass approval of another request', 'breakGlass', seen],
    [
      'a break-glass approval of a request that is swapped right before it is counted',
      'breakGlass',
      seen,
      true,
    ],
    ['a suggestion for another request', 'suggest', seen],
  ])('%s doesn’t count', async (_, vote, shown, late) => {
    const { text, now } = await decide(vote, shown, late);
    expect(text).toContain(says);
    expect(now).toMatchObject({ status: 'open', approval: { votes: [] } });
    expect(now?.approval?.suggestion).toBeUndefined();
  });

  test('a rejection counts, since it agrees to nothing', async () => {
    expect((await decide('reject', seen)).now?.status).toBe('rejected');
  });
});
