import { describe, expect, test } from 'vitest';
import { authorityOf } from '../../../src/approvals/authority.ts';
import type { Approval } from '../../../src/change/model/approval.ts';
import { Unavailable } from '../../../src/core/unavailable.ts';
import { processJob } from '../../../src/jobs/process-job.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import type { Job } from '../../../src/queue/job.ts';
import { stepOf } from '../changes.ts';
import { approvalsInMemory, memory, words } from '../memory.ts';
import { noon, request, voteOf } from './requests.ts';

const guest = 'Guests can’t use Skydesk.';
const gone = 'Bots and deactivated accounts can’t use Skydesk.';
const policy: Policy = {
  ...defaults,
  people: { read: ['*'], change: ['*'], approve: ['S0LEADS', 'U0VIC'] },
  breakGlass: { people: ['U0ANA', 'S0ONCALL'], reasonRequired: true },
};

/** Who is what now: refused people with the reason why, second ids of people, and the groups of each. */
interface Now {
  readonly refused?: Readonly<Record<string, string>>;
  readonly kept?: Readonly<Record<string, string>>;
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  readonly policy?: Policy;
  readonly away?: boolean;
}

const leads = { U0BEN: ['S0LEADS'], U0CORA: ['S0LEADS'] };

function portsNow({ refused = {}, kept = {}, groups = leads, away = false, policy: holds = policy }: Now) {
  return memory({
    policy: holds,
    members: {
      async check(person) {
        if (away) throw new Unavailable('Slack didn’t respond.');
        const why = refused[person];
        const id = kept[person] ?? person;
        return why === undefined ? { id, aliases: id === person ? [] : [person] } : { refused: why };
      },
      name: async () => undefined,
      timeZone: async () => undefined,
    },
    groups: { of: async (ids, among) => among.filter((one) => ids.some((id) => groups[id]?.includes(one))) },
  });
}

const both = request({ approvers: 2, votes: [voteOf('U0BEN'), voteOf('U0CORA')] });
const glass = request({ votes: [voteOf('U0ANA', 'approve', { breakGlass: true })] });
const nobodyMayChange = { ...policy, people: { ...policy.people, change: [] } };

test.each<[string, Approval, Now, { whyEnded?: string; lapsed?: [string, string][]; approvals?: number }]>([
  ['Everybody is who they were', both, {}, { approvals: 2 }],
  [
    'A voter who is a guest now is no voter',
    both,
    { refused: { U0BEN: guest } },
    { lapsed: [['U0BEN', guest]], approvals: 1 },
  ],
  [
    'nor is one whose account is gone',
    both,
    { refused: { U0CORA: gone } },
    { lapsed: [['U0CORA', gone]], approvals: 1 },
  ],
  [
    'nor one who left the group',
    both,
    { groups: { U0BEN: ['S0LEADS'] } },
    { lapsed: [['U0CORA', 'They can no longer approve in ACME.']], approvals: 1 },
  ],
  [
    'Two ids of one person are one voter',
    both,
    { kept: { U0BEN: 'W0X', U0CORA: 'W0X' }, groups: { W0X: ['S0LEADS'] } },
    { approvals: 1 },
  ],
  [
    'and no voter at all where that is the requester',
    both,
    { kept: { U0BEN: 'W0ANA', U0ANA: 'W0ANA' } },
    { lapsed: [['U0BEN', 'This is the requester.']], approvals: 1 },
  ],
  [
    'What counted no more before is not looked up',
    request({ votes: [{ ...voteOf('U0VIC'), lapsed: guest }] }),
    {},
    { approvals: 0 },
  ],
  ['A "no" approves nothing', request({ votes: [voteOf('U0BEN', 'reject')] }), {}, { approvals: 0 }],
  [
    'A requester who is a guest now ends it',
    both,
    { refused: { U0ANA: guest } },
    { whyEnded: guest, approvals: 2 },
  ],
  [
    'and so does one who may change nothing any more',
    both,
    { policy: nobodyMayChange },
    { whyEnded: 'The requester can no longer make changes in ACME.', approvals: 2 },
  ],
  ['A break-glass approval of a requester who still may needs nobody', glass, {}, { approvals: 0 }],
  [
    'A requester who may no longer use break-glass ends it',
    glass,
    { policy: { ...policy, breakGlass: { people: ['U0BEN'], reasonRequired: true } } },
    { whyEnded: 'The requester can no longer use break-glass approval.', approvals: 0 },
  ],
  ['nor where they are a guest now', glass, { refused: { U0ANA: guest } }, { whyEnded: guest, approvals: 0 }],
])('%s', async (_, approval, now, { whyEnded, lapsed = [], approvals = 0 }) => {
  const { deps } = portsNow(now);
  const { approvers, brokeGlass: _alone, ...authority } = await authorityOf(approval, deps);
  expect({ ...authority, approvals: approvers.length }).toEqual({
    whyEnded,
    lapsed: new Map(lapsed),
    approvals,
  });
});

test.each([
  ['its requester', 'U0ANA', {}, true],
  ['its requester by another id', 'W0ANA', { kept: { U0ANA: 'W0ANA' } }, true],
  ['anybody else', 'U0BEN', {}, false],
])('a break-glass approval counts as that only if it is of %s', async (_, person, now, brokeGlass) => {
  const approval = request({ votes: [voteOf(person, 'approve', { breakGlass: true })] });
  expect(await authorityOf(approval, portsNow(now).deps)).toMatchObject({ brokeGlass });
});

describe('looked at again', () => {
  const replyTo = { channel: 'C0OPS', person: 'U0CORA' };
  const base = { id: 'j9', team: 'T0ACME', replyTo };
  const vote: Job = { ...base, kind: 'vote', approval: 'a1', vote: 'approve', comment: '', narrower: {} };
  const execute: Job = { ...base, kind: 'execute', approval: 'a1', index: 0 };

  /** A request of which nothing has to be looked up at the service, and what a job makes of it. */
  async function outcomeFor(job: Job, first: Approval, now: Now) {
    const { deps, state, said, sent, recorded } = portsNow(now);
    state.now = noon + 60_000;
    const asked: Approval =
      job.kind === 'vote' ? { ...first, steps: [stepOf({ operation: 'moon.land' })] } : first;
    const { kept, approvals } = approvalsInMemory(asked);
    const done = processJob(job, 1000, { ...deps, approvals });
    await done.catch(() => {});
    const events = recorded.map(({ event }) => event);
    const executions = sent.filter(({ job: next }) => next.kind !== 'home');
    return { done, kept: kept.get('a1') ?? asked, said: words(said), sent: executions, events };
  }
  const half = request({
    approvers: 2,
    votes: [voteOf('U0BEN')],
    cards: [{ channel: 'C1', ts: '1' }],
  });
  const { raw } = stepOf();
  const approved: Approval = {
    ...both,
    phase: 'approved',
    steps: [stepOf({ raw: { ...raw, why: 'nobody needs it' } })],
  };

  test('at the last vote: the vote of a guest grants nothing', async () => {
    const { kept, said, sent } = await outcomeFor(vote, half, { refused: { U0BEN: guest } });
    expect([kept.phase, sent]).toEqual(['open', []]);
    expect(said).toContain(`no longer counts: ${guest}`);
    expect(said).toContain('1 of 2 approved');
  });

  test('at a vote: the request of a guest ends', async () => {
    const { kept, said, sent, events } = await outcomeFor(vote, half, { refused: { U0ANA: guest } });
    expect([kept.phase, sent, events]).toEqual(['withdrawn', [], ['refused']]);
    expect(said).toContain(guest);
  });

  test('when it runs: the request of a guest is not begun', async () => {
    const { kept, said, events } = await outcomeFor(execute, approved, { refused: { U0ANA: guest } });
    expect([kept.phase, events]).toEqual(['failed', ['failed']]);
    expect(said).toContain(`${guest} Nothing was changed.`);
  });

  test.each([vote, execute])('while Slack cannot say who people are, nothing is decided', async (job) => {
    const first = job.kind === 'vote' ? half : approved;
    const { done, kept, said } = await outcomeFor(job, first, { away: true });
    await expect(done).rejects.toThrow(Unavailable);
    expect([kept.phase, kept.votes.length, said]).toEqual([first.phase, first.votes.length, '']);
  });
});
