import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { seenDigest } from '../../../../src/change/model/digest.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { processJob } from '../../../../src/jobs/process-job.ts';
import { authorityOf } from '../../../../src/lifecycle/prepare/authority.ts';
import type { MissingGroup } from '../../../../src/messaging/member.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import type { Job, VoteCast } from '../../../../src/queue/job.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, posted, request, voteOf } from '../../../support/made/requests.ts';

const guest = 'Guests can’t use Skydesk.';
const gone = 'Bots and deactivated accounts can’t use Skydesk.';
const policy: Policy = {
  ...defaults,
  people: { read: ['*'], change: ['*'], approve: ['S0LEADS', 'U0VIC'] },
  breakGlass: { people: ['U0ANA', 'S0ONCALL'], reasonRequired: true },
};

/** The people as they are now: those refused with the reason, second ids, and the groups of each. */
interface Now {
  readonly refused?: Readonly<Record<string, string>>;
  readonly kept?: Readonly<Record<string, string>>;
  readonly groups?: Readonly<Record<string, readonly string[]>>;
  /** The groups that Slack lists no members of. */
  readonly missing?: readonly MissingGroup[];
  readonly policy?: Policy;
  readonly away?: boolean;
}

const leads = { U0BEN: ['S0LEADS'], U0CORA: ['S0LEADS'] };

function portsNow({
  refused = {},
  kept = {},
  groups = leads,
  missing = [],
  away = false,
  policy: holds = policy,
}: Now) {
  return memory({
    policy: holds,
    members: {
      async check(person) {
        if (away) throw new Unavailable('Slack didn’t respond.');
        const why = refused[person];
        const id = kept[person] ?? person;
        return why === undefined ? { id, aliases: id === person ? [] : [person] } : { refused: why };
      },
      profile: async () => undefined,
      timeZone: async () => undefined,
    },
    groups: {
      of: async (ids, among) => ({
        groups: among.filter((one) => ids.some((id) => groups[id]?.includes(one))),
        missing: missing.filter(({ id }) => among.includes(id)),
      }),
    },
  });
}

const both = request({ approvers: 2, votes: [voteOf('U0BEN'), voteOf('U0CORA')] });
const glass = request({ votes: [voteOf('U0ANA', 'approve', { breakGlass: true })] });
const nobodyMayChange = { ...policy, people: { ...policy.people, change: [] } };
const bensGlass = { ...policy, breakGlass: { people: ['U0BEN'], reasonRequired: true } };

interface Authority {
  readonly whyForbidden?: string;
  readonly lapsed?: readonly (readonly [person: string, why: string])[];
  /** How many people’s approvals count. */
  readonly counts?: number;
}
/** One approval counts, and this person’s no longer does. */
const lapsed = (person: string, why: string): Authority => ({ lapsed: [[person, why]], counts: 1 });
const leftGroup = 'They can no longer approve in ACME.';
const sameId = { U0BEN: 'W0X', U0CORA: 'W0X' };

test.each<[string, Change, Now, Authority]>([
  ['Votes count while nothing changes', both, {}, { counts: 2 }],
  ['A guest’s vote lapses', both, { refused: { U0BEN: guest } }, lapsed('U0BEN', guest)],
  ['A deactivated voter’s vote lapses', both, { refused: { U0CORA: gone } }, lapsed('U0CORA', gone)],
  ['A former member’s vote lapses', both, { groups: { U0BEN: ['S0LEADS'] } }, lapsed('U0CORA', leftGroup)],
  [
    'A vote by a group that was deleted lapses, and the group is named',
    request({ votes: [voteOf('U0BEN'), voteOf('U0VIC')] }),
    { groups: {}, missing: [{ id: 'S0LEADS', code: 'no_such_subteam', again: 'never' }] },
    lapsed('U0BEN', `${leftGroup} Slack lists no members of the user group S0LEADS (no_such_subteam).`),
  ],
  [
    'A deleted group that the voter’s right doesn’t come from is not named',
    both,
    {
      groups: { U0BEN: ['S0LEADS'] },
      missing: [{ id: 'S0ONCALL', code: 'no_such_subteam', again: 'never' }],
    },
    lapsed('U0CORA', leftGroup),
  ],
  ['Both ids of a person are one voter', both, { kept: sameId, groups: { W0X: ['S0LEADS'] } }, { counts: 1 }],
  [
    'A vote of the requester by another id lapses',
    both,
    { kept: { U0BEN: 'W0ANA', U0ANA: 'W0ANA' } },
    lapsed('U0BEN', 'This is the requester.'),
  ],
  [
    'A vote that lapsed before is not looked up',
    request({ votes: [{ ...voteOf('U0VIC'), lapsed: guest }] }),
    {},
    {},
  ],
  ['A rejection approves nothing', request({ votes: [voteOf('U0BEN', 'reject')] }), {}, {}],
  ['A guest’s request ends', both, { refused: { U0ANA: guest } }, { whyForbidden: guest, counts: 2 }],
  [
    'A request ends if its requester may no longer make changes',
    both,
    { policy: nobodyMayChange },
    { whyForbidden: 'The requester can no longer make changes in ACME.', counts: 2 },
  ],
  ['A break-glass approval needs nobody else while its requester may use it', glass, {}, {}],
  [
    'A request ends if its requester may no longer use break-glass',
    glass,
    { policy: bensGlass },
    { whyForbidden: 'The requester can no longer use break-glass approval.' },
  ],
  [
    'A guest’s request ends despite break-glass',
    glass,
    { refused: { U0ANA: guest } },
    { whyForbidden: guest },
  ],
])('%s', async (_, change, now, { whyForbidden, lapsed = [], counts = 0 }) => {
  const { approvers, brokeGlass: _alone, ...authority } = await authorityOf(change, portsNow(now).deps);
  expect({ ...authority, counts: approvers.length }).toEqual({
    whyForbidden,
    lapsed: new Map(lapsed),
    counts,
  });
});

test.each([
  ['counts as such if it is by the requester', 'U0ANA', {}, true],
  ['counts as such if it is by the requester’s other id', 'W0ANA', { kept: { U0ANA: 'W0ANA' } }, true],
  ['does not count as such if it is by anybody else', 'U0BEN', {}, false],
])('a break-glass approval %s', async (_, person, now, brokeGlass) => {
  const change = request({ votes: [voteOf(person, 'approve', { breakGlass: true })] });
  expect(await authorityOf(change, portsNow(now).deps)).toMatchObject({ brokeGlass });
});

describe('people are looked up again', () => {
  const replyTo = { channel: 'C0OPS', person: 'U0CORA' };
  const base = { id: 'j9', team: 'T0ACME', replyTo };
  const vote: VoteCast = { ...base, kind: 'vote', change: 'a1', vote: 'approve', comment: '', narrower: {} };
  const execute: Job = { ...base, kind: 'execute', change: 'a1', index: 0 };

  /** The outcome of a job on a request for which nothing has to be read from the cloud API. */
  async function outcomeFor(job: Job, first: Change, now: Now) {
    const { deps, state, said, sent, recorded } = portsNow(now);
    state.now = noon + 60_000;
    const asked: Change =
      job.kind === 'vote' ? { ...first, steps: [stepOf({ operation: 'moon.land' })] } : first;
    const { kept, changes, logged } = changesInMemory(asked);
    const sentJob = job.kind === 'vote' ? { ...job, seen: seenDigest(asked) } : job;
    const done = processJob(sentJob, 1000, { ...deps, changes: { ...deps.changes, ...changes } });
    await done.catch(() => {});
    const events = [...recorded, ...logged].map(({ event }) => event);
    const executions = sent.filter(({ job: next }) => next.kind !== 'home');
    return { done, kept: kept.get('a1') ?? asked, said: words(said), sent: executions, events };
  }
  const half = request({ approvers: 2, votes: [voteOf('U0BEN')], messages: [posted('card', '1')] });
  const reasoned = stepOf({ raw: { ...stepOf().raw, why: 'nobody needs it' } });
  const approved: Change = { ...both, status: 'approved', steps: [reasoned] };

  test('at the last vote: the vote of a guest grants nothing', async () => {
    const { kept, said, sent } = await outcomeFor(vote, half, { refused: { U0BEN: guest } });
    expect([kept.status, sent]).toEqual(['open', []]);
    expect(said).toContain(`no longer counts: ${guest}`);
    expect(said).toContain('1 of 2 approved');
  });

  test('at a vote: the request of a guest ends', async () => {
    const { kept, said, sent, events } = await outcomeFor(vote, half, { refused: { U0ANA: guest } });
    expect([kept.status, sent, events]).toEqual(['refused', [], ['refused']]);
    expect(said).toContain(guest);
  });

  const unlisted: MissingGroup = { id: 'S0OPS', code: 'missing_scope', again: 'when cured' };
  const ops = { ...policy.people, change: ['S0OPS'], approve: ['S0OPS', 'U0CORA'] };

  test.each<[string, Partial<Policy['people']>, Partial<VoteCast>]>([
    ['an approval, by the right of the requester', { approve: ['*'] }, {}],
    ['a suggestion, by the right of the requester', { approve: ['*'] }, { vote: 'suggest' }],
    ['an approval, by the right of who approved before', { change: ['*'] }, {}],
  ])('while Slack can’t list a group, nothing ends or lapses at %s', async (_, people, more) => {
    const now = { groups: {}, missing: [unlisted], policy: { ...policy, people: { ...ops, ...people } } };
    const { kept, said, sent, events } = await outcomeFor({ ...vote, ...more }, half, now);
    expect([kept.status, sent, events]).toEqual(['open', [], []]);
    expect(kept.approval?.votes).toEqual(half.approval?.votes);
    expect(said).toContain('of the user group S0OPS (missing_scope). Your vote wasn’t counted.');
  });

  test('while Slack can’t list a group, a rejection counts', async () => {
    const now = {
      groups: {},
      missing: [unlisted],
      policy: { ...policy, people: { ...ops, approve: ['*'] } },
    };
    expect((await outcomeFor({ ...vote, vote: 'reject' }, half, now)).kept.status).toBe('rejected');
  });

  test('when it runs: the request of a guest is not started', async () => {
    const { kept, said, events } = await outcomeFor(execute, approved, { refused: { U0ANA: guest } });
    expect([kept.status, events]).toEqual(['failed', ['failed']]);
    expect(said).toContain(`${guest} Nothing was changed.`);
  });

  test.each([vote, execute])('nothing is decided while Slack can’t look people up', async (job) => {
    const first = job.kind === 'vote' ? half : approved;
    const { done, kept, said } = await outcomeFor(job, first, { away: true });
    await expect(done).rejects.toThrow(Unavailable);
    expect([kept.status, kept.approval?.votes, said]).toEqual([first.status, first.approval?.votes, '']);
  });
});
