import { expect, test } from 'vitest';
import { isAgreed, withApproval } from '../../../../src/change/model/approval.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { suggestionDigest } from '../../../../src/change/model/digest.ts';
import { acceptSuggestion } from '../../../../src/lifecycle/decide/requester-actions.ts';
import { missingOnceAccepted } from '../../../../src/lifecycle/decide/suggest.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { cloudOfFile, connected, outside } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { castOn, decisionOf } from '../../../support/made/clicks.ts';
import { noon, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';
import { requestFor } from '../../../support/made/typed-line.ts';

const raw = { name: 'Disk 80', disk: '80', for: '5m', to: 'ops@example.com' };
const suggestion = suggestionOf('do less', { steps: [stepOf({ operation: 'alert.create', raw })] });

test.each([
  [['U0ANA'], 'The suggested change needs no approval. Run it yourself: '],
  [['U0CORA'], 'You don’t have permission to make changes in ACME. Nothing was changed.'],
])('if only %s may make changes, a requester who accepts a suggestion reads %s', async (change, sentence) => {
  const kept = request({ suggestion }, { operation: 'alert.create', raw });
  const login = { userName: 'skydesk', accountAlias: 'ACME', locationAlias: 'DE1', roles: [] };
  const { deps } = memory({
    changes: changesInMemory(kept).changes,
    policy: { ...defaults, people: { ...defaults.people, change } },
    service: { login: async () => login },
  });
  const seen = suggestionDigest(suggestion);
  const accept = decisionOf({ decision: 'accept', on: `${kept.id}.p1`, seen });
  const { deliveries } = await acceptSuggestion(accept, deps);
  expect(words(deliveries)).toContain(sentence);
});

test('no suggestion is accepted for a request that a restored table shows as open', async () => {
  const kept = request({ suggestion });
  const { deps } = memory({ changes: changesInMemory(kept).changes, restoredAt: kept.created });
  const seen = suggestionDigest(suggestion);
  const accept = decisionOf({ decision: 'accept', on: `${kept.id}.p1`, seen });
  const { deliveries } = await acceptSuggestion(accept, deps);
  expect(words(deliveries)).toContain('was restored to an earlier time, so this may have been applied since');
});

const cloud = await cloudOfFile();

const wide =
  'firewall intra create de1 tcp/443 source=10.0.0.0/16 destination=10.1.0.0/24 why="a test of ours" ends=2h';
const less = { source: '10.0.3.0/24', destination: '10.1.0.0/24', ports: 'tcp/443' };

/** Ben suggests less than Ana requested, something happens, and she accepts. Resolves to the suggested line and the request that replaces hers. */
async function accepted(
  happens: (suggested: Suggested) => Promise<unknown> = async () => {},
  policy: Policy = defaults,
  policyBefore: Policy = defaults,
  logged: readonly string[] = ['U0BEN'],
) {
  const service = connected(cloud);
  const { deps } = memory({ service, policy: policyBefore });
  const plan = { name: 'test', line: 'run test', allOrNothing: true };
  const inTwoHours = { ends: { after: 2 * 3_600_000 } };
  const asked = await requestFor(wide, deps, { plan, expires: Date.UTC(2026, 11) }, inTwoHours);
  const { changes, kept } = changesInMemory(asked);
  await castVote(castOn(asked, { id: 'p1', vote: 'suggest', narrower: less }), {
    ...deps,
    changes: { ...deps.changes, ...changes },
  });
  const stored: Change[] = [];
  const changeBoth: typeof changes.changeBoth = async (id, _, transition) => {
    const both = transition(kept.get(id) ?? asked, undefined);
    if ('narrower' in both) stored.push(both.narrower);
    return { refused: 'This test posts nothing.' };
  };
  const pending = kept.get('a1')?.approval?.suggestion;
  const seen = pending && suggestionDigest(pending);
  await happens({
    swap: (steps) => kept.set('a1', withApproval(asked, { suggestion: pending && { ...pending, steps } })),
  });
  const accept = async (id: string, on: string): Promise<string> => {
    const accepting = await acceptSuggestion(decisionOf({ id, decision: 'accept', on, seen }), {
      ...deps,
      policy,
      auditLog: { ...deps.auditLog, causedBy: async () => logged },
      changes: { ...deps.changes, ...changes, changeBoth },
    });
    return words(accepting.deliveries);
  };
  const said = await accept('j2', 'a1.p1');
  const [narrower] = stored;
  const suggested = kept.get('a1')?.approval?.suggestion;
  return { line: suggested?.steps[0].line, missing: suggested?.missing, narrower, said, accept, stored };
}

interface Suggested {
  /** Swaps the steps of the suggestion in the table. */
  swap(steps: Change['steps']): void;
}

test('a suggestion whose steps were swapped since it was shown is not accepted', async () => {
  const { steps } = await requestFor(wide, memory({ service: connected(cloud) }).deps);
  const { narrower } = await accepted(async ({ swap }) => swap(steps));
  expect(narrower).toBeUndefined();
});

test('a suggestion that the audit log doesn’t have is not its author’s approval', async () => {
  const { narrower } = await accepted(undefined, defaults, defaults, ['U0CORA']);
  expect(narrower).toMatchObject({ status: 'open', approval: { votes: [] } });
});

test('a narrower request keeps the times and the plan, and has the command that requests it', async () => {
  const { line, narrower } = await accepted();
  expect(line).toBe(wide.replace('10.0.0.0/16', '10.0.3.0/24'));
  expect(narrower).toMatchObject({
    steps: [{ line, ends: { after: 2 * 3_600_000 } }],
    plan: { name: 'test', allOrNothing: true },
  });
  expect(narrower?.plan).not.toHaveProperty('line');
});

test('a suggestion counts as its author’s approval, unless a word of it has changed since', async () => {
  const asSeen = await accepted();
  expect(asSeen.narrower?.approval?.votes).toMatchObject([{ person: 'U0BEN', vote: 'approve' }]);
  const { firewall } = outside(cloud);
  const changed = await accepted(() =>
    firewall.create('de1', {
      destinationAccount: 'ACME',
      source: ['10.0.3.0/25'],
      destination: ['10.1.0.0/24'],
      ports: ['tcp/443'],
    }),
  );
  expect(changed.narrower?.approval?.votes).toEqual([]);
});

const freeze = { from: '2026-11-20', to: '2026-11-22', why: 'Audit', timeZone: 'UTC' };

test.each<[string, Partial<Policy>]>([
  [
    'a freeze, which only its requester can break',
    {
      freeze: [freeze],
      breakGlass: { people: ['U0ANA'], reasonRequired: true },
    },
  ],
  [
    'a policy that now demands a ticket',
    { risk: { ...defaults.risk, levels: [{ minScore: 0, approvers: 1, ticket: true }] } },
  ],
])('a suggestion is not an approval under %s: the change would run, and fail', async (_, policy) => {
  const { narrower } = await accepted(undefined, { ...defaults, ...policy });
  expect(narrower).toMatchObject({ status: 'open', approval: { votes: [] } });
});

const levels = (approvers: 1 | 2, ticket = false): Policy => ({
  ...defaults,
  risk: { ...defaults.risk, levels: [{ minScore: 0, approvers, ticket }] },
});

test.each<[string, Policy, number, boolean]>([
  ['one approval', levels(1), 0, true],
  ['two approvals', levels(2), 1, false],
  ['one approval and a ticket, which the request lacks', levels(1, true), 1, false],
])(
  'under a policy of %s, a suggestion knows what it lacks once it is accepted',
  async (_, policy, missing, runs) => {
    const taken = await accepted(undefined, policy, policy);
    expect(taken.missing).toBe(missing);
    expect(taken.narrower && isAgreed(taken.narrower)).toBe(runs);
  },
);

test.each<[string, Policy]>([
  ['one more approval', levels(2)],
  ['nothing, since a freeze denied it', { ...defaults, freeze: [freeze] }],
])(
  'a requester who read that a suggestion needs %s is asked again before it runs at once',
  async (_, before) => {
    const { narrower, missing, said, accept, stored } = await accepted(undefined, levels(1), before);
    expect({ narrower, missing }).toEqual({ narrower: undefined, missing: 0 });
    expect(said).toContain('The suggestion needs other approvals by now than you read. Nothing was changed.');
    expect(said).toContain('Accept and Open');
    // The button that they read before.
    expect(await accept('j3', 'a1.p1')).toContain('no longer pending');
    expect(stored).toEqual([]);
    await accept('j4', 'a1.j2');
    expect(stored).toMatchObject([{ status: 'open', approval: { votes: [{ person: 'U0BEN' }] } }]);
  },
);

test('a suggestion lacks what the policy asks of it, also if the request needs more by now', () => {
  const raised = withApproval(request(), { raised: { approvers: 2, at: noon } });
  const asked = { approvers: 1, accounts: ['ACME'] } as const;
  expect(missingOnceAccepted(raised, asked, [voteOf('U0BEN')])).toBe(0);
});
