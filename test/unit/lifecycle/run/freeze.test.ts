import { describe, expect, test } from 'vitest';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { castOf } from '../../clicks.ts';
import { executionsOf } from '../../executions.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { noon, type RequestFacts, voteOf } from '../../requests.ts';
import { requestFor } from '../../typed-line.ts';

const cloud = await cloudOfFile();
const frozen: Policy = {
  ...defaults,
  freeze: [{ from: '2026-11-20 11:00', to: '2026-11-20 14:00', why: 'Audit', timeZone: 'UTC' }],
  breakGlass: { people: ['U0ANA'], reasonRequired: false },
};

/** A request to delete an alert policy, in a freeze that began after it was made. */
async function requested(more: RequestFacts) {
  const [first] = cloud.control.state().alertPolicies;
  const service = connected(cloud);
  const { deps: before } = memory({ service, clock: () => noon });
  const asked = await requestFor(`alert delete ${first?.id} why="nobody needs it"`, before, more);
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service, changes, policy: frozen, clock: () => noon });
  const isThere = () => cloud.control.state().alertPolicies.some(({ id }) => id === first?.id);
  const [job] = executionsOf(asked, noon);
  if (!job) throw new Error('A step is due');
  return { ...world, job, isThere, now: () => kept.get(asked.id) };
}

describe('in a freeze', () => {
  test('an approved change fails, and nothing is changed', async () => {
    const { deps, job, now, isThere } = await requested({ status: 'approved', votes: [voteOf('U0BEN')] });
    await execute(job, deps);
    expect(now()?.status).toBe('failed');
    expect(words(now()?.steps[0].outcome?.answer)).toContain(
      'Changes are frozen until Fri 20 Nov 2026, 14:00 (UTC): Audit. Nothing was changed.',
    );
    expect(isThere()).toBe(true);
  });

  test.each([
    ['an approval', 'approve'],
    ['a break-glass approval by somebody else than the requester', 'breakGlass'],
  ] as const)('%s does not count, so that the request can still be approved after it', async (_, vote) => {
    const { deps, job, now } = await requested({});
    const said = await castVote(castOf({ change: job.change, vote }), deps);
    expect(words(said.deliveries)).toContain('Your vote wasn’t counted. Approve it when the freeze is over.');
    expect(now()).toMatchObject({ status: 'open', approval: { votes: [] } });
  });

  test('a break-glass approval runs', async () => {
    const votes = [voteOf('U0ANA', 'approve', { breakGlass: true })];
    const { deps, job, now, isThere } = await requested({ status: 'approved', votes });
    const everyone = {
      ...deps.auditLog,
      causedBy: async (event: string) => (event === 'started' ? [] : ['U0ANA']),
    };
    await execute(job, { ...deps, auditLog: everyone });
    expect(now()?.status).toBe('done');
    expect(isThere()).toBe(false);
  });
});
