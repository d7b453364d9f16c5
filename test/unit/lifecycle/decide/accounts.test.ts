import { expect, test } from 'vitest';
import { handleDecision } from '../../../../src/commands/handle-decision.ts';
import { deliver } from '../../../../src/jobs/deliver.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { previewChange } from '../../../../src/lifecycle/request/preview-change.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import type { DecisionMade, VoteCast } from '../../../../src/queue/job.ts';
import { executionsOf } from '../../executions.ts';
import { changesSent, cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { preparedFrom } from '../../typed-line.ts';

const cloud = await cloudOfFile();

/** In ACDV ana asks and ben approves; in ACME cora and dora ask, and vic approves. Dora may ask in both. */
const policy: Policy = {
  ...defaults,
  people: { read: ['*'], change: ['U0ANA', 'U0DORA'], approve: ['U0BEN', 'U0EVE'] },
  accounts: { ACME: { change: ['U0CORA', 'U0DORA'], approve: ['U0VIC', 'U0EVE'], production: false } },
};
const intoAcme =
  'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 account=ACDV peer=ACME why="the shop needs it"';

/** A bot in memory before an emulated service, with a single request for approval. */
function setUp(holds: Policy = policy) {
  let jobs = 0;
  const { kept, changes } = changesInMemory();
  const service = connected(cloud);
  const { deps, state, put, said, recorded } = memory({ service, changes, policy: holds });
  const base = (person: string) => {
    jobs += 1;
    return { id: `j${jobs}`, team: 'T1', replyTo: { channel: 'C1', person } };
  };
  const previewed = (person: string, line: string) =>
    previewChange({ prepared: [preparedFrom(line)] }, base(person), deps);
  return {
    said,
    recorded,
    request: () => {
      const [asked] = kept.values();
      if (!asked) throw new Error('Nobody was asked');
      return asked;
    },
    type: async (person: string, line: string) => words(await previewed(person, line)),
    async ask(person: string, line: string) {
      await previewed(person, line);
      const pending = put.at(-1);
      if (!pending) throw new Error('There is nothing to confirm');
      state.settled = { change: pending };
      const asks = { kind: 'decision', decision: 'confirm', on: pending.id } as const;
      const job: DecisionMade = { ...base(person), ...asks };
      await deliver(job, await handleDecision(job, deps), deps);
    },
    async vote(person: string, how: 'approve' | 'reject' | 'breakGlass' = 'approve') {
      const votes = { kind: 'vote', change: 'j1', vote: how, comment: 'urgent', narrower: {} } as const;
      const job: VoteCast = { ...base(person), ...votes };
      const result = await castVote(job, deps);
      await deliver(job, result, deps);
      return words(result);
    },
    /** Runs the request under a policy that may have changed meanwhile. */
    async run(now: Policy = holds) {
      cloud.clearRequests();
      for (const asked of kept.values())
        for (const job of executionsOf(asked, state.now))
          await deliver(job, await execute(job, { ...deps, policy: now }), deps);
      return changesSent(cloud.requests);
    },
  };
}

test('who may change only one of two accounts is refused, whichever end it is', async () => {
  const { type } = setUp();
  expect(await type('U0ANA', intoAcme)).toContain('You don’t have permission to make changes in ACME.');
  expect(await type('U0CORA', intoAcme)).toContain('You don’t have permission to make changes in ACDV.');
  expect(await type('U0DORA', intoAcme)).toContain('Needs an approver for each account: ACDV and ACME.');
});

test('a change that touches two accounts waits for an approver of each', async () => {
  const { ask, vote, request, run, said } = setUp();
  await ask('U0DORA', intoAcme);
  expect(await vote('U0ANA')).toContain('You don’t have permission to review requests in ACDV or ACME.');
  await vote('U0BEN');
  await vote('U0EVE');
  expect(request()).toMatchObject({ status: 'approved', approval: { accounts: ['ACDV', 'ACME'] } });
  expect(words(said)).toContain('0 of 2 approved · needs an approver for ACDV and ACME');
  expect(words(said)).toContain('1 of 2 approved by U0BEN · needs an approver for ACME');
  expect(await run()).toHaveLength(1);
});

test('two approvers of one account are not enough for two', async () => {
  const { ask, vote, request } = setUp({
    ...policy,
    people: { ...policy.people, approve: ['U0BEN', 'U0FAY'] },
  });
  await ask('U0DORA', intoAcme);
  await vote('U0BEN');
  await vote('U0FAY');
  expect(request().status).toBe('open');
  await vote('U0VIC');
  expect(request().status).toBe('approved');
});

test.each<[string, Policy, string]>([
  [
    'the requester may no longer change the other account',
    { ...policy, accounts: { ACME: { change: ['U0CORA'], approve: ['U0VIC'], production: false } } },
    'The requester can no longer make changes in ACME. Nothing was changed.',
  ],
  [
    'its approver may no longer approve there',
    { ...policy, accounts: { ACME: { change: ['U0DORA'], approve: ['U0ZOE'], production: false } } },
    'Nobody who may approve in account ACME has approved. Nothing was changed.',
  ],
])('nothing runs when %s', async (_, now, why) => {
  const { ask, vote, request, run, said } = setUp();
  await ask('U0DORA', intoAcme);
  await vote('U0BEN');
  await vote('U0VIC');
  expect(request().status).toBe('approved');
  expect(await run(now)).toEqual([]);
  expect(words(said)).toContain(why);
});

test('who breaks the glass needs the right to change both accounts when it runs', async () => {
  const glass: Policy = { ...policy, breakGlass: { people: ['U0DORA'], reasonRequired: true } };
  const { ask, vote, request, run } = setUp(glass);
  await ask('U0DORA', intoAcme);
  await vote('U0DORA', 'breakGlass');
  expect(request().status).toBe('approved');
  expect(await run({ ...glass, accounts: { ACME: { change: ['U0CORA'], production: false } } })).toEqual([]);
});

test.each(['disable', 'delete'])(
  'to %s a rule that leads into another account needs its approver as well',
  async (verb) => {
    const first = setUp();
    await first.ask('U0DORA', intoAcme);
    await first.vote('U0EVE');
    await first.vote('U0BEN');
    await first.run();
    const rules = await connected(cloud).account('ACDV').crossFirewall.list('de1');
    const rule = rules.find(({ destinationAccount }) => destinationAccount.toUpperCase() === 'ACME');
    const line = `firewall ${verb} de1 ${rule?.id} account=ACDV why="not needed"`;
    const { type, ask, request } = setUp();
    expect(await type('U0ANA', line)).toContain('You don’t have permission to make changes in ACME.');
    await ask('U0DORA', line);
    expect(request().approval?.accounts).toEqual(['ACDV', 'ACME']);
  },
);
