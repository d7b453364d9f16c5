import { describe, expect, test } from 'vitest';
import { review } from '../../../../src/lifecycle/decide/show-review.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { defaults, type Level, type Policy } from '../../../../src/policy/policy.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { changesSent, cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { castOn } from '../../../support/made/clicks.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, type RequestFacts, voteOf } from '../../../support/made/requests.ts';
import { requestFor } from '../../../support/made/typed-line.ts';

/* A request has to meet all demands of the policy at each vote and when it runs, not only the approvals. A freeze stops both. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const minute = 60_000;

const withLevel = (level: Omit<Level, 'minScore'>): Policy => ({
  ...defaults,
  risk: { ...defaults.risk, levels: [{ minScore: 2, ...level }] },
  breakGlass: { people: ['U0ANA'], reasonRequired: false },
});
const ticket = withLevel({ approvers: 1, ticket: true });
const end = withLevel({ approvers: 1, ticket: false, maxLeaseMinutes: 60 });
const frozen: Policy = {
  ...defaults,
  freeze: [{ from: '2026-11-20 11:00', to: '2026-11-20 14:00', why: 'Audit', timeZone: 'UTC' }],
  breakGlass: { people: ['U0ANA'], reasonRequired: false },
};

/** A request to open one port to everybody, made before the policy demanded more; and that policy. */
async function requested(policy: Policy, more: RequestFacts, timing: Timing = {}) {
  const { deps } = memory({ service, clock: () => noon });
  const asked = await requestFor('ip add DE1ACMEWEB03 tcp/443 why="the shop"', deps, more, timing);
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service, changes, policy, clock: () => noon });
  const [job] = executionsOf(asked, noon);
  if (!job) throw new Error('A step is due');
  const cast = castOn(asked);
  const sent = () => changesSent(cloud.requests.slice(before));
  const before = cloud.requests.length;
  return { ...world, job, cast, sent, now: () => kept.get(asked.id) };
}

const needsTicket = 'A change this risky needs a ticket: add ticket=….';
const needsEnd = 'A change this risky must end by itself within 1 h: add ends=60m, or less.';

const isFrozen = 'Changes are frozen until Fri 20 Nov 2026, 14:00 (UTC): Audit.';
const again = 'to withdraw this request, and to request the change again with what is missing.';
const votes = { status: 'approved', votes: [voteOf('U0BEN')] } as const;

describe.each<[string, Policy, sentence: string, next: string]>([
  ['a ticket', ticket, needsTicket, again],
  ['an end', end, needsEnd, again],
  ['no freeze', frozen, isFrozen, 'Approve it when the freeze is over.'],
])('%s that the policy demands since a request was made', (_, policy, sentence, next) => {
  test('is checked right before the request runs', async () => {
    const { deps, job, now, sent } = await requested(policy, votes);
    await execute(job, deps);
    expect(now()?.status).toBe('failed');
    expect(words(now()?.steps[0].outcome?.answer)).toContain(`${sentence} Nothing was changed.`);
    expect(sent()).toEqual([]);
    expect(await deps.openings.of('U0ANA')).toEqual([]);
  });

  test('is checked at each vote, which does not count without it', async () => {
    const { deps, cast, now } = await requested(policy, {});
    const said = words((await castVote({ ...cast, comment: 'Only until Monday.' }, deps)).deliveries);
    expect(said).toContain(`${sentence} Your vote wasn’t counted.`);
    expect(said).toContain(next);
    expect(said).toContain('Only until Monday.');
    expect(now()).toMatchObject({ status: 'open', approval: { votes: [] } });
  });

  test.each([
    ['an approver, who can only reject it then', 'U0BEN', { kind: 'vote', canApprove: false }],
    ['its requester, who can use break-glass', 'U0ANA', { kind: 'breakGlass' }],
  ])('is named in the review to %s', async (_who, person, decide) => {
    const { deps, cast } = await requested(policy, {});
    const { id, team, change } = cast;
    const opened = { kind: 'review', id, team, change, view: { id: 'V1' }, breakGlass: false } as const;
    const { deliveries } = await review({ ...opened, replyTo: { channel: 'C1', person } }, deps);
    expect(deliveries).toMatchObject([{ kind: 'review', review: { decide } }]);
    expect(words(deliveries)).toContain(sentence);
    expect(words(deliveries).includes(next)).toBe(person === 'U0BEN');
  });

  test('is not needed with a break-glass approval', async () => {
    const byAna = [voteOf('U0ANA', 'approve', { breakGlass: true })];
    const { deps, job, sent } = await requested(policy, { status: 'approved', votes: byAna });
    const causedBy = async (event: string) => (event === 'started' ? [] : ['U0ANA']);
    await execute(job, { ...deps, auditLog: { ...deps.auditLog, causedBy } });
    expect(sent()).toHaveLength(1);
  });
});

test('a break-glass approval by anybody but the requester does not count in a freeze', async () => {
  const { deps, cast, now } = await requested(frozen, {});
  const said = await castVote({ ...cast, vote: 'breakGlass' }, deps);
  expect(words(said.deliveries)).toContain('Your vote wasn’t counted.');
  expect(now()).toMatchObject({ status: 'open', approval: { votes: [] } });
});

test('nobody is asked to approve a request when the freeze is over if it expires before that', async () => {
  const { deps, cast } = await requested(frozen, { expires: noon + 60 * minute });
  const said = words((await castVote(cast, deps)).deliveries);
  expect(said).toContain('It expires before: ask U0ANA to request it with starts=.');
  expect(said).not.toContain('when the freeze is over');
});

test.each<[string, Policy, RequestFacts, Timing]>([
  ['a ticket', ticket, { ticket: 'OPS-7' }, {}],
  ['an end', end, {}, { ends: { after: 60 * minute } }],
  ['an earlier end', end, {}, { ends: { at: noon + 60 * minute } }],
])(
  'a request that has %s, as the policy demands, is approved, and runs',
  async (_, policy, given, timing) => {
    const open = await requested(policy, given, timing);
    await castVote(open.cast, open.deps);
    expect(open.now()?.status).toBe('approved');
    const { deps, job, sent } = await requested(policy, { ...given, ...votes }, timing);
    await execute(job, deps);
    expect(sent()).toHaveLength(1);
  },
);
