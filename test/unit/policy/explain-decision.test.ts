import { describe, expect, test } from 'vitest';
import type { ApprovalRequired, Decision } from '../../../src/policy/decide.ts';
import { explainDecision } from '../../../src/policy/explain-decision.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { textOf } from '../../support/answer-text.ts';
import { approvalRequired } from '../../support/made/approval-required.ts';

const ana = { id: 'U0ANA', groups: [] };
const policy: Policy = {
  ...defaults,
  people: { read: ['*'], change: ['*'], approve: ['U0ANA', 'U0BEN', 'S0LEADS'] },
  accounts: { PROD: { approve: ['U0ANA'], production: false }, OPEN: { approve: ['*'], production: false } },
};
const point = (points: number) => ({ points, why: 'all ports' });
const needed = (more: Partial<ApprovalRequired> = {}) =>
  approvalRequired({ approvers: 2, points: [point(5)], ...more });
const explained = (decision: Decision, facts: { why?: string; ticket?: string } = {}, by = policy) =>
  textOf(explainDecision({ decision, person: ana, why: facts.why, ticket: facts.ticket }, by)).split('\n');

test('a read runs', () => {
  expect(explained({ kind: 'run' })).toEqual(['Allowed. Reads run right away.']);
});

test('a change that needs no approval says from which score on it would', () => {
  const confirmed = { kind: 'confirm', points: [point(3)] } as const;
  const lines = ['Allowed with your confirmation.', 'Risk 3 of 14 · all ports (3) · no approval is needed'];
  expect(explained(confirmed)).toEqual([...lines, 'Approval starts at a risk of 4.']);
  const free: Policy = {
    ...policy,
    risk: { ...policy.risk, levels: [{ minScore: 2, approvers: 0, ticket: true }] },
  };
  expect(explained(confirmed, {}, free)).not.toContain('Approval starts at a risk of 2.');
});

test('a denial says who can', () => {
  const denied = { kind: 'deny', why: 'You may not.', whom: ['U0BEN'] } as const;
  expect(explained(denied)).toEqual(['Not allowed. You may not.', 'Who can: <@U0BEN>']);
  const freeze = { why: 'Year end', until: 0, timeZone: 'UTC' };
  expect(explained({ ...denied, freeze })).toEqual(['Not allowed. You may not.', 'Break-glass: <@U0BEN>']);
});

describe('a change that needs approval', () => {
  const facts = { why: 'because', ticket: 'OPS-1' };
  const end = ['Sent to: #approvals', 'Expires after: 8 h'];

  test('says what is missing, who can approve, and what it scores', () => {
    expect(explained(needed({ ticket: true }))).toEqual([
      'Allowed with 2 approvals + ticket.',
      'Add a reason: why="…"',
      'Add a ticket: ticket=…',
      'Can approve: <@U0BEN> or <!subteam^S0LEADS>',
      ...end,
      'Risk 5 of 14 · all ports (5) · needs 2 approvals + ticket',
    ]);
    expect(explained(needed({ ticket: true }), facts)).not.toContain('Add a ticket: ticket=…');
    expect(explained(needed(), facts)[1]).toBe('Can approve: <@U0BEN> or <!subteam^S0LEADS>');
  });

  test('says who can approve in each account', () => {
    expect(explained(needed({ accounts: ['ACME', 'PROD', 'OPEN'] }), facts).slice(1)).toEqual([
      'Can approve for ACME: <@U0BEN> or <!subteam^S0LEADS>',
      'Can approve for PROD: nobody else',
      'Can approve for OPEN: anyone but you',
      ...end,
      'Each of these accounts needs its own approval.',
      expect.stringMatching(/^Risk 5/),
    ]);
  });

  test.each<[number, boolean]>([
    [4, false],
    [3, true],
    [0, true],
  ])('with a score of %i says that it always needs approval: %s', (score, always) => {
    const lines = explained(needed({ approvers: 1, points: score > 0 ? [point(score)] : [] }), facts);
    expect(lines.includes('This kind of change always needs approval.')).toBe(always);
  });

  test('says that its requester can use break-glass, and what a freeze allows', () => {
    const emergency: Policy = { ...policy, breakGlass: { people: ['U0ANA'], reasonRequired: true } };
    const said = 'In an emergency, you can approve it yourself (break-glass approval). Everyone is notified.';
    expect(explained(needed(), facts, emergency)).toContain(said);
    expect(explained(needed(), facts)).not.toContain(said);
    const freeze = { why: 'Year end', until: Date.UTC(2027, 0, 4), timeZone: 'UTC' };
    expect(explained(needed({ freeze }), facts)[0]).toBe(
      'Changes are frozen until Mon 4 Jan 2027, 00:00 (UTC): Year end. Only a break-glass approval runs it before that.',
    );
  });

  test.each<[string, Partial<ApprovalRequired>, string | undefined]>([
    ['no end', {}, undefined],
    ['an end', { maxLeaseMinutes: 240 }, 'Add an end: ends=240m, or sooner'],
    [
      'an end that counts from the start of the extended change',
      { maxLeaseMinutes: 240, latestEnd: { at: Date.UTC(2026, 10, 22, 14), isExtension: true } },
      'It must end by 2026-11-22 14:00 UTC, counted from its start',
    ],
    [
      'an end that counts from the earlier openings',
      { maxLeaseMinutes: 240, latestEnd: { at: Date.UTC(2026, 10, 22, 14), isExtension: false } },
      'It must end by 2026-11-22 14:00 UTC, together with what you opened there before',
    ],
    [
      'a pause, if the earlier openings have used up the time',
      {
        maxLeaseMinutes: 240,
        latestEnd: { at: 0, isExtension: false, notBefore: Date.UTC(2026, 10, 22, 15) },
      },
      'What you opened there before has used up its time: open it again after 2026-11-22 15:00 UTC',
    ],
  ])('demands %s', (_, more, said) => {
    expect(explained(needed(more), facts)[1]).toBe(said ?? 'Can approve: <@U0BEN> or <!subteam^S0LEADS>');
  });
});
