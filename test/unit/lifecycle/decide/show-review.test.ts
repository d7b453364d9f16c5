import { expect, test } from 'vitest';
import { review } from '../../../../src/lifecycle/decide/show-review.ts';
import { card } from '../../../../src/lifecycle/views/card.ts';
import type { Review } from '../../../../src/messaging/view.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { textOf } from '../../../support/answer-text.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory } from '../../../support/in-memory/memory.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, type RequestFacts, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';
import { requestFor } from '../../../support/made/typed-line.ts';

const policy: Policy = {
  ...defaults,
  people: { ...defaults.people, approve: ['U0BEN', 'U0CORA', 'U0VIC'] },
  breakGlass: { people: ['U0ANA', 'U0VIC'], reasonRequired: true },
};

/** Frozen since the request was made. */
const frozen: Policy = {
  ...policy,
  freeze: [{ from: '2026-11-20 11:00', to: '2026-11-20 14:00', why: 'Audit', timeZone: 'UTC' }],
};

const cloud = await cloudOfFile();

/** The review that a person sees who presses *Review* or *Break-Glass Approval…* on a request to delete an alert policy. */
async function shownTo(
  person: string,
  more: RequestFacts = {},
  breakGlass = false,
  current = policy,
): Promise<Review> {
  const [first] = cloud.control.state().alertPolicies;
  const world = { service: connected(cloud), clock: () => noon };
  const { deps: before } = memory({ ...world, policy });
  const change = await requestFor(`alert delete ${first?.id} why="nobody needs it"`, before, more);
  const { deps } = memory({ ...world, policy: current, changes: changesInMemory(change).changes });
  const replyTo = { channel: 'C0APPROVALS', person };
  const base = { id: 'j1', team: 'T0ACME', replyTo, change: change.id, view: { id: 'V1' } };
  const { deliveries } = await review({ ...base, kind: 'review', breakGlass }, deps);
  const [delivery] = deliveries;
  if (delivery?.kind !== 'review') throw new Error('No review is shown');
  return delivery.review;
}

const votes: Review['decide'] = { kind: 'vote', canApprove: true };
const rejects: Review['decide'] = { kind: 'vote', canApprove: false };
const glass: Review['decide'] = { kind: 'breakGlass' };
const bens = [voteOf('U0BEN')];
const lapsed = [voteOf('U0BEN', 'approve', { lapsed: 'They were a guest.' })];
const whom = 'Ask <@U0BEN>, <@U0CORA> or <@U0VIC>.';

test.each<[string, string, RequestFacts, Review['decide'], string]>([
  ['An approver can vote', 'U0BEN', {}, votes, '0 of 1 approved'],
  ['An approver votes once', 'U0BEN', { approvers: 2, votes: bens }, undefined, 'You approved this request.'],
  [
    'An approver votes again if the policy asks for no other one any more',
    'U0BEN',
    { votes: bens, raised: { approvers: 2, at: noon } },
    votes,
    'Yours is the last approval that it needs',
  ],
  ['An approver whose vote lapsed votes again', 'U0BEN', { votes: lapsed }, votes, 'no longer counts'],
  ['A requester whom the policy names can use break-glass', 'U0ANA', {}, glass, 'ACME'],
  ['A person who may not approve reads whom to ask', 'U0MAX', {}, undefined, whom],
  ['A closed request is shown as its card', 'U0BEN', { status: 'withdrawn' }, undefined, 'Withdrawn'],
])('%s', async (_, person, more, decide, says) => {
  const { shown, decide: offered } = await shownTo(person, more);
  expect(offered).toEqual(decide && expect.objectContaining(decide));
  expect(textOf(shown)).toContain(says);
});

test.each<[string, string, Review['decide'], string]>([
  ['the requester can, if the policy names them', 'U0ANA', glass, 'ACME'],
  [
    'another person whom the policy names cannot use it',
    'U0VIC',
    undefined,
    'Only <@U0ANA>, the requester, can use break-glass approval.\nTo approve or reject this request, close this and press Review.',
  ],
  ['a person who may not review reads whom to ask', 'U0MAX', undefined, whom],
])('Break-glass approval from the menu: %s', async (_, person, decide, says) => {
  const { shown, decide: offered } = await shownTo(person, {}, true);
  expect(offered).toEqual(decide && expect.objectContaining(decide));
  expect(textOf(shown)).toContain(says);
});

const vicsACDV: Policy = { ...policy, accounts: { ACDV: { approve: ['U0VIC'], production: false } } };

test.each<[string, RequestFacts, string | undefined]>([
  ['at once', {}, 'it is then applied at once.'],
  ['not yet, while another one is missing', { approvers: 2 }, undefined],
  ['not yet, while another account lacks an approver', { accounts: ['ACME', 'ACDV'] }, undefined],
])('An approver reads when their approval applies the change: %s', async (_, more, says) => {
  const shown = textOf((await shownTo('U0BEN', more, false, vicsACDV)).shown);
  if (says) expect(shown).toContain(`Yours is the last approval that it needs: ${says}`);
  else expect(shown).not.toContain('Yours is the last');
});

const changed: RequestFacts = { basis: [{ hash: 'former', title: 'delete a rule' }] };
const unknownCommand: RequestFacts = { steps: [stepOf({ operation: 'moon.land' })] };
const outdated = 'So this request can’t be approved.';
const onlyGlass = 'Only a break-glass approval runs it before';

test.each<[string, string, RequestFacts, Policy, Review['decide'], string]>([
  ['An approver can’t approve an outdated request', 'U0BEN', changed, policy, rejects, outdated],
  ['Break-glass can’t approve an outdated request', 'U0ANA', changed, policy, undefined, outdated],
  ['A command that is gone can’t be approved', 'U0BEN', unknownCommand, policy, rejects, 'request it again'],
  ['An approval in a freeze does not count', 'U0BEN', {}, frozen, rejects, onlyGlass],
  ['A break-glass approval in a freeze counts', 'U0ANA', {}, frozen, glass, onlyGlass],
])('%s', async (_, person, more, current, decide, alert) => {
  const { alerts, decide: offered } = await shownTo(person, more, false, current);
  expect(offered).toEqual(decide && expect.objectContaining(decide));
  expect(JSON.stringify(alerts)).toContain(alert);
});

test('a repeated policy and a pending suggestion stand out in the review', async () => {
  const { alerts, shown, suggestion } = await shownTo('U0CORA', {
    impact: ['256 addresses gain access to 256.', 'Repeats policy 6a9f2780.'],
    suggestion: suggestionOf('do less'),
  });
  expect(alerts.map(({ level }) => level)).toEqual(['warning', 'info']);
  expect(alerts.at(-1)).toEqual({ level: 'info', text: 'Repeats policy 6a9f2780.' });
  expect(JSON.stringify(alerts[0])).toContain('If you approve now, you approve the wider request.');
  expect(textOf(shown)).toContain('256 addresses gain access to 256.');
  expect(textOf(shown)).not.toContain('Repeats');
  expect(suggestion).toBe('p1');
});

test.each([
  [4, undefined, 'low'],
  [5, 'warning', 'medium'],
  [6, 'warning', 'medium'],
  [7, 'error', 'high'],
] as const)(
  'a risk of %i is the first alert of the review, unless it is low, the sign of both headlines, and the second line of the card',
  async (score, level, tone) => {
    const risky = { points: [{ points: score, why: 'wide' }], riskLine: `Risk ${score} of 14` };
    const { first, alerts, shown } = await shownTo('U0CORA', risky);
    expect(first).toEqual([expect.objectContaining({ tone })]);
    expect(alerts).toEqual(level ? [{ level, text: `Risk ${score} of 14` }] : []);
    expect(textOf(shown).includes('Risk')).toBe(level === undefined);
    const shownOnCard = card(request(risky));
    expect(shownOnCard.filter((part) => part.kind === 'push' || part.kind === 'item')).toEqual([
      expect.objectContaining({ tone }),
      expect.objectContaining({ tone }),
    ]);
    expect(textOf(shownOnCard).split('\n')[1]).toBe(`Risk ${score} of 14`);
  },
);

test('the break-glass form says which approvals are skipped, and who will know', async () => {
  const { alerts } = await shownTo('U0ANA', { approvers: 2 });
  expect(alerts).toContainEqual({
    level: 'error',
    text: [
      'You skip 2 approvals, and it is applied at once. ',
      '#approvals',
      ' and the audit log will say so.',
    ],
  });
});
