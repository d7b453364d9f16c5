import { expect, test } from 'vitest';
import { asObject, asObjects, type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';
import { withApproval } from '../../../../src/change/model/approval.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { agentId, narrowerId } from '../../../../src/change/model/ids.ts';
import { reviewContent } from '../../../../src/lifecycle/decide/show-review.ts';
import { card } from '../../../../src/lifecycle/views/card.ts';
import { outcomeAnswer, statusAnswer } from '../../../../src/lifecycle/views/status-answer.ts';
import { draw } from '../../../../src/slack/render/draw.ts';
import { textOf } from '../../../support/answer-text.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, type RequestFacts, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

/** The lines of a card as they are shown. */
const linesOf = (change: Change): string[] => textOf(card(change)).split('\n');

const open: RequestFacts = {
  number: 1042,
  ticket: 'OPS-17',
  approvers: 2,
  reviewers: ['S0LEADS', 'U0VIC'],
  impactLine: '16.8 M addresses gain access to 256',
  points: [{ points: 2, why: 'range wider than /16' }],
  riskLine: 'Risk 2 of 14 · range wider than /16 (2) · needs 2 approvals',
};
const suggestion = suggestionOf('do less', { comment: 'enough' });

test('an open card shows the change, its risk, reason, requester and approvals in a few lines', () => {
  expect(
    linesOf(request({ ...open, votes: [voteOf('U0BEN', 'approve', { comment: 'as agreed' })] })),
  ).toEqual([
    '<@U0ANA> wants to delete a rule',
    'Risk 2 of 14 · range wider than /16 (2) · needs 2 approvals',
    '“nobody needs it” · OPS-17',
    '#1042 · <@U0ANA> in ACME · 16.8 M addresses gain access to 256 · expires 2026-11-20 20:00 UTC · <!subteam^S0LEADS> and <@U0VIC>',
    '1 of 2 approved by <@U0BEN>',
    '<@U0BEN>: “as agreed”',
  ]);
});

test('approvers and the requester see which agent made a request', () => {
  const asked = { ...open, through: 'Slackbot' };
  const closed = { ...asked, status: 'withdrawn' } as const;
  for (const shown of [asked, closed])
    expect(textOf(card(request(shown)))).toContain('<@U0ANA> in ACME through Slackbot');
  expect(textOf(reviewContent(request(asked)))).toContain('<@U0ANA> in ACME through Slackbot');
  expect(textOf(statusAnswer(request(asked)))).toContain('requested through Slackbot');
  expect(textOf(outcomeAnswer(request({ ...asked, status: 'done' }), noon))).toContain(
    '<@U0ANA> through Slackbot',
  );
});

/** The elements of a card that a person can press. */
function elementsOf(change: Change): JsonObject[] {
  const blocks = asObjects(parseJson(JSON.stringify(draw(card(change), '/cloud').blocks)));
  return blocks.flatMap(({ accessory, elements }) => [accessory ?? {}, ...asObjects(elements)]).map(asObject);
}

const menusOf = (change: Change) => elementsOf(change).filter(({ type }) => type === 'overflow');
const wordsIn = (text: string) => expect.objectContaining({ type: 'plain_text', text });

/** The buttons of a card, and the options of its menu. */
function actsOn(change: Change): string[] {
  return elementsOf(change).flatMap(({ action_id, options }) => [
    ...(String(action_id).startsWith('decide:') ? [String(action_id)] : []),
    ...asObjects(options).map(({ value }) => String(value)),
  ]);
}

test.each<[string, RequestFacts, string[]]>([
  ['An open card has Review, and Withdraw in its menu', {}, ['decide:withdraw|a1', 'decide:review']],
  [
    'An open card leaves break-glass approval to Review, which offers it to its requester alone',
    { mayBreakGlass: true },
    ['decide:withdraw|a1', 'decide:review'],
  ],
  ['The card of a decided request has no buttons', { status: 'approved', mayBreakGlass: true }, []],
])('%s', (_, more, acts) => expect(actsOn(request(more))).toEqual(acts));

test.each<[string, RequestFacts, string]>([
  ['Withdraw', {}, 'Withdraw this request?'],
  [
    'Cancel Start',
    { status: 'approved', steps: [stepOf({ startsAt: noon + 3_600_000 })] },
    'Cancel this change?',
  ],
])('%s asks before it acts, even in the menu of a card', (label, more, question) => {
  const [menu] = menusOf(request(more));
  expect(asObjects(menu?.options)).toEqual([expect.objectContaining({ text: wordsIn(label) })]);
  expect(menu?.confirm).toMatchObject({ title: wordsIn(question), confirm: wordsIn(label) });
});

test('an open card has its whole menu, however many suggestions its requester has accepted', () => {
  let id = agentId('f'.repeat(32));
  for (let accepted = 0; accepted < 20; accepted += 1) {
    expect(actsOn(request({ id, mayBreakGlass: true }))).toEqual([`decide:withdraw|${id}`, 'decide:review']);
    id = narrowerId(id);
  }
});

test.each<[string, RequestFacts, string, string, string[]?]>([
  ['approved', { status: 'approved', votes: [voteOf('U0BEN')] }, 'Deleting a rule', 'approved by <@U0BEN>'],
  ['running', { status: 'running' }, 'Deleting a rule', '<@U0ANA> in ACME'],
  [
    'applied',
    {
      status: 'done',
      closed: endedFor('It was applied.'),
      votes: [voteOf('U0BEN'), voteOf('U0CORA', 'approve', { comment: 'ok' })],
      replaces: '#1041',
    },
    'Deleted a rule',
    'approved by <@U0BEN> and <@U0CORA> · 2026-11-20 12:00 UTC · replaces #1041',
    ['<@U0CORA>: “ok”'],
  ],
  [
    'applied by break-glass',
    {
      status: 'done',
      votes: [voteOf('U0ANA', 'approve', { breakGlass: true, comment: 'the shop is down' })],
    },
    'Deleted a rule',
    'break-glass approval by <@U0ANA>',
  ],
  [
    'failed',
    { status: 'failed', closed: endedFor('Too few approvals.') },
    'Not deleted: a rule',
    'Too few approvals.',
  ],
  ['unknown', { status: 'unknown' }, 'Not known if deleted: a rule', '#1042'],
  [
    'rejected',
    { status: 'rejected', votes: [voteOf('U0BEN', 'reject', { comment: 'in use' })] },
    'Rejected by <@U0BEN>: “in use”',
    'rejected by <@U0BEN>',
    ['<@U0BEN>: “in use”'],
  ],
  ['withdrawn', { status: 'withdrawn' }, 'Withdrawn', '#1042 · <@U0ANA> in ACME'],
  ['expired', { status: 'expired' }, 'Not deleted: 0 of 2 approved in 0 min', '#1042'],
  [
    'expired after its approval',
    { status: 'expired', approvers: 1, votes: [voteOf('U0BEN')] },
    'Not deleted: it couldn’t be applied in time',
    'approved by <@U0BEN>',
  ],
  [
    'outdated',
    { status: 'outdated', closed: endedFor('Policy 6a9f2780 is gone.') },
    'Not deleted: something changed since it was requested',
    'Policy 6a9f2780 is gone.',
  ],
  ['replaced', { status: 'superseded', replacedBy: '#1043' }, 'Replaced by #1043', '#1042'],
])(
  'the card of a request that is %s says what came of it and what was wanted, why and by whom, and asks for no approval',
  (_, more, state, details, said = []) => {
    const [first, ...rest] = linesOf(request({ ...open, ...more }));
    expect(first).toBe(state);
    const wish = '<@U0ANA> wanted to delete a rule · #1042';
    const [reason, smallPrint, ...comments] = rest[0] === wish ? rest.slice(1) : rest;
    expect(rest.includes(wish)).toBe(!state.includes('a rule'));
    expect(reason).toBe('“nobody needs it” · OPS-17');
    expect(smallPrint).toContain(details);
    expect(comments).toEqual(said);
    expect(rest.join()).not.toMatch(/needs \d|\d of \d/);
  },
);

function endedFor(note: string): Change['closed'] {
  return { event: 'failed', person: 'U0ANA', job: 'j1', note };
}

test('an approval that no longer counts says why', () => {
  const votes = [voteOf('U0BEN', 'approve', { lapsed: 'They can no longer approve in ACME.' })];
  expect(linesOf(request({ votes })).at(-1)).toBe(
    '0 of 1 approved · the approval of <@U0BEN> no longer counts: They can no longer approve in ACME.',
  );
});

test('a request that affects two accounts names the one that lacks an approver', () => {
  const votes = [voteOf('U0BEN')];
  expect(linesOf(request({ accounts: ['ACME', 'ACDV'], votes })).at(-1)).toContain(
    'needs an approver for ACDV',
  );
});

test('a suggestion is on the card while the requester can accept it', () => {
  const shown = linesOf(request({ suggestion }));
  expect(shown).toContain('<@U0BEN> suggests do less: “enough” · <@U0ANA> decides');
  expect(linesOf(request({ suggestion, status: 'rejected' })).join()).not.toContain('suggests');
});

test('a suggestion names what it narrows', () => {
  const before = request({}, { raw: { dc: 'de1', source: '10.0.0.0/8' } });
  const less = suggestionOf('do less', {
    steps: [{ ...before.steps[0], raw: { dc: 'de1', source: '10.0.0.0/28' } }],
  });
  expect(linesOf(withApproval(before, { suggestion: less })).join()).toContain(
    'suggests source 10.0.0.0/28 instead of 10.0.0.0/8 · ',
  );
});

test('text by people adds no line to the card, and can’t close its quotation marks', () => {
  const forged = 'in use” · OPS-1\n✅ Applied · nothing\u2028Ticket: OPS-1';
  const shown = (words: string) =>
    linesOf(
      request({
        reason: words,
        votes: [voteOf('U0BEN', 'approve', { comment: words })],
        suggestion: { ...suggestion, comment: words },
      }),
    );
  expect(shown(forged)).toHaveLength(shown('in use').length);
  expect(shown(forged)[1]).toBe('“in use" · OPS-1 ✅ Applied · nothing Ticket: OPS-1”');
});
