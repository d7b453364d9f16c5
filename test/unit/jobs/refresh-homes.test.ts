import { expect, test } from 'vitest';
import { seenDigest } from '../../../src/change/model/digest.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import { refreshReviewers } from '../../../src/jobs/refresh-homes.ts';
import type { Job, QueuedJob } from '../../../src/queue/job.ts';
import { changesInMemory, memory } from '../../support/in-memory/memory.ts';
import { sweep } from '../../support/in-memory/sweeping.ts';
import { stepOf } from '../../support/made/changes.ts';
import { castOf, decisionOf } from '../../support/made/clicks.ts';
import { noon, posted, type RequestFacts, request } from '../../support/made/requests.ts';

/** A request for which nothing has to be read from the cloud API. The policy names Ben, Cora and a group as its approvers. */
function setUp(facts: RequestFacts = {}) {
  const steps = [stepOf({ operation: 'moon.land' })] as const;
  const reviewers = ['U0BEN', 'S0NET', 'U0CORA'];
  const asked = request({ steps, reviewers, messages: [posted('card', '1')], ...facts });
  const { changes } = changesInMemory(asked);
  const { deps, state, sent } = memory({ changes });
  state.now = noon + 60_000;
  return {
    deps,
    state,
    refreshed: () => sent.flatMap(({ job }) => (isUnasked(job) ? [job.replyTo.person] : [])),
  };
}

const isUnasked = (job: QueuedJob): job is Extract<Job, { kind: 'home' }> =>
  job.kind === 'home' && job.unasked === true;

const by = (person: string, channel = 'C1') => ({ replyTo: { channel, person } });
const both = ['U0BEN', 'U0CORA'];

test.each<[string, RequestFacts, Job, readonly string[]]>([
  ['is approved', {}, castOf(by('U0CORA')), both],
  ['is approved by somebody else, whose tab may show it', {}, castOf(by('U0VIC')), [...both, 'U0VIC']],
  ['needs another approval', { approvers: 2 }, castOf(by('U0CORA')), []],
  ['is rejected', {}, castOf({ vote: 'reject', ...by('U0CORA') }), both],
  [
    'is rejected on Ben’s tab, which is updated anyway',
    {},
    castOf({ vote: 'reject', ...by('U0BEN', 'U0BEN') }),
    ['U0CORA'],
  ],
  ['is withdrawn', {}, decisionOf({ decision: 'withdraw' }), both],
])(
  'the Home tab of each approver whom the policy names is refreshed when a request %s',
  async (_, facts, job, people) => {
    const { deps, refreshed } = setUp(facts);
    const asked = await deps.changes.get('a1');
    await processJob(job.kind === 'vote' ? { ...job, seen: asked && seenDigest(asked) } : job, 1000, deps);
    expect(refreshed()).toEqual(people);
  },
);

test('the Home tabs of named approvers are refreshed when a request comes in', async () => {
  const { deps, refreshed } = setUp();
  await refreshReviewers(decisionOf({ id: 'j-ask' }), [await deps.changes.get('a1')], deps);
  expect(refreshed()).toEqual(both);
});

test('the Home tabs of named approvers are refreshed when a request expires', async () => {
  const { deps, state, refreshed } = setUp({ expires: noon });
  state.now = noon + 60_000;
  await sweep(deps);
  expect(refreshed()).toEqual(both);
});
