import { expect, test } from 'vitest';
import { castVote } from '../../../src/approvals/vote.ts';
import type { Lease } from '../../../src/change/model/lease.ts';
import { evaluateChange, stepsFrom } from '../../../src/changes/evaluate-change.ts';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import type { VoteCast } from '../../../src/queue/job.ts';
import { leaseOf, leaseStart } from '../leases.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';
import { changesInMemory, leasesInMemory, memory, words } from '../memory.ts';
import { sweep } from '../sweeping.ts';
import { posted, request } from './requests.ts';

/* A request to extend a change that has ended meanwhile has nothing left to do. */

const cloud = await cloudOfFile();
const hour = 3_600_000;

/** Ana requested to extend a lease of Ana's, which is like this by now. */
async function requested(phase: Lease['phase']) {
  const { leases, kept: held } = leasesInMemory(leaseOf({ risk: 'opens', needs: 'approval' }));
  const parsed = parseCommand('extend l1 1h why="not done yet"');
  if (parsed.kind !== 'prepared') throw new Error('The line is not understood');
  const service = connected(cloud);
  const before = memory({ service, leases, clock: () => leaseStart });
  const replyTo = { channel: 'C1', person: 'U0ANA' };
  const evaluation = await evaluateChange([parsed.prepared], replyTo, before.deps);
  const messages = [posted('card', '1.1')];
  const remindAt = leaseStart + hour;
  const times = { created: leaseStart, since: leaseStart, remindAt, expires: leaseStart + 8 * hour };
  const asked = request({ steps: stepsFrom(evaluation), basis: evaluation.basis, messages, ...times });
  const { changes, kept } = changesInMemory(asked);
  held.set('l1', leaseOf({ risk: 'opens', needs: 'approval', phase }));
  const world = memory({ service, leases, changes, clock: () => leaseStart + 2 * hour });
  return { ...world, leases: held, now: () => kept.get(asked.id) };
}

test.each(['ended', 'left', 'unknown'] as const)(
  'is outdated by the next sweep when that is %s, and nobody is reminded of it',
  async (phase) => {
    const { deps, now, said, recorded } = await requested(phase);
    await sweep(deps);
    expect(now()).toMatchObject({ status: 'outdated', approval: { reminded: false } });
    expect(words(said.map(({ answer }) => answer))).toContain('What it would extend or end has ended.');
    expect(recorded.map(({ event }) => event)).toEqual(['failed']);
  },
);

test('is kept, and reminds, while that is active', async () => {
  const { deps, now } = await requested('active');
  await sweep(deps);
  expect(now()).toMatchObject({ status: 'open', approval: { reminded: true } });
});

const vote: VoteCast = {
  kind: 'vote',
  id: 'j-vote',
  team: 'T0',
  change: 'a1',
  vote: 'approve',
  comment: '',
  narrower: {},
  replyTo: { channel: 'C1', person: 'U0BEN' },
};

test('is outdated by a vote, which is not counted', async () => {
  const { deps, now } = await requested('ended');
  const said = await castVote(vote, deps);
  expect(now()).toMatchObject({ status: 'outdated', approval: { votes: [] } });
  expect(words(said.deliveries)).toContain('Your vote wasn’t counted, because the request is outdated.');
  expect(words(said.deliveries)).toContain('This has ended already');
});

test('stays open while that is ending, which can fail: a vote is not counted, and can be cast again', async () => {
  const { deps, now, leases } = await requested('ending');
  const said = await castVote(vote, deps);
  expect(now()).toMatchObject({ status: 'open', approval: { votes: [] } });
  expect(words(said.deliveries)).toContain('This is ending right now. Your vote wasn’t counted.');
  expect(words(said.deliveries)).toContain('Vote again in a minute');
  leases.set('l1', leaseOf({ risk: 'opens', needs: 'approval' }));
  await castVote({ ...vote, id: 'j-again' }, deps);
  expect(now()?.approval?.votes).toMatchObject([{ person: 'U0BEN', vote: 'approve' }]);
});
