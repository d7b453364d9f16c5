import { expect, test } from 'vitest';
import type { EndingChange } from '../../../../src/change/model/ending-change.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { castOf } from '../../clicks.ts';
import { type EndFacts, endOf, endStart } from '../../ends.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { posted } from '../../requests.ts';
import { sweep } from '../../sweeping.ts';
import { requestFor } from '../../typed-line.ts';

/* A request to extend a change that has ended meanwhile has nothing left to do. */

const cloud = await cloudOfFile();
const hour = 3_600_000;

/** The end of something of Ana's, which opened the network. */
const opened = (facts: EndFacts = {}): EndingChange =>
  endOf({ ending: { judged: { risk: 'opens', needs: 'approval', since: endStart } }, ...facts });

/** Ana requested to extend that, and it is like this by now. */
async function requested(facts: EndFacts = {}) {
  const end = opened(facts);
  const service = connected(cloud);
  const { changes: earlier } = changesInMemory(opened());
  const before = memory({ service, changes: earlier, clock: () => endStart });
  const messages = [posted('card', '1.1')];
  const remindAt = endStart + hour;
  const times = { created: endStart, since: endStart, remindAt, expires: endStart + 8 * hour };
  const asked = await requestFor('extend l1 1h why="not done yet"', before.deps, { messages, ...times });
  const { changes, kept } = changesInMemory(asked, end);
  const world = memory({ service, changes, clock: () => endStart + 2 * hour });
  return { ...world, kept, now: () => kept.get(asked.id) };
}

test.each(['done', 'left', 'unknown', 'superseded'] as const)(
  'is outdated by the next sweep when that is %s, and nobody is reminded of it',
  async (status) => {
    const { deps, now, said, recorded } = await requested({ status });
    await sweep(deps);
    expect(now()).toMatchObject({ status: 'outdated', approval: { reminded: false } });
    expect(words(said.map(({ answer }) => answer))).toContain('What it would extend or end has ended.');
    expect(recorded.map(({ event }) => event)).toEqual(['failed']);
  },
);

test('is kept, and reminds, while that waits for its time', async () => {
  const { deps, now } = await requested();
  await sweep(deps);
  expect(now()).toMatchObject({ status: 'open', approval: { reminded: true } });
});

const vote = castOf();

test('is outdated by a vote, which is not counted', async () => {
  const { deps, now } = await requested({ status: 'done' });
  const said = await castVote(vote, deps);
  expect(now()).toMatchObject({ status: 'outdated', approval: { votes: [] } });
  expect(words(said.deliveries)).toContain('Your vote wasn’t counted, because the request is outdated.');
  expect(words(said.deliveries)).toContain('This has ended already');
});

test('stays open while that is ending, which can fail: a vote is not counted, and can be cast again', async () => {
  const claimed = { at: endStart, job: 'e1', run: 'r1' };
  const { deps, now, kept } = await requested({ status: 'running', step: { claimed } });
  const said = await castVote(vote, deps);
  expect(now()).toMatchObject({ status: 'open', approval: { votes: [] } });
  expect(words(said.deliveries)).toContain('This is ending right now. Your vote wasn’t counted.');
  expect(words(said.deliveries)).toContain('Vote again in a minute');
  const again = opened();
  kept.set(again.id, again);
  await castVote({ ...vote, id: 'j-again' }, deps);
  expect(now()?.approval?.votes).toMatchObject([{ person: 'U0BEN', vote: 'approve' }]);
});
