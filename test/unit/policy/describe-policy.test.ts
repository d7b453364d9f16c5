import { expect, test } from 'vitest';
import { describePolicy } from '../../../src/policy/describe-policy.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { riskRules } from '../../../src/policy/rules/index.ts';
import { textOf } from '../../support/answer-text.ts';

const ana = { id: 'U0ANA', groups: [] };
const shown = (policy: Policy, person = ana, account = 'ACME'): readonly string[] =>
  textOf(describePolicy(policy, person, account)).split('\n');

test('the bundled policy is described in words', () => {
  expect(shown(defaults)).toEqual(
    expect.arrayContaining([
      'Policy for ACME',
      'You can: view, change, approve others’ requests',
      'View: everyone',
      'Approve: everyone',
      'Break-glass: nobody',
      'Requests: sent to #approvals · reminder after 1 h · expire after 8 h',
      'Risk 0–3: your confirmation',
      'Risk 4: 1 approval',
      'Risk 5–6: 2 approvals',
      'Risk 7+: 2 approvals + ticket',
    ]),
  );
});

test('the description says whether an account is watched, and how often', () => {
  const policy: Policy = { ...defaults, watch: { accounts: ['ACME'], everyMinutes: 60 } };
  expect(shown(policy)).toContain(
    'Watched: every 1 h · traffic opened outside Skydesk is posted in #approvals',
  );
  expect(shown(policy, ana, 'ACDV').join()).not.toContain('Watched');
  const digest = { at: '09:00', timeZone: 'Europe/Berlin' };
  expect(shown({ ...defaults, watch: { accounts: ['ACME'], everyMinutes: 15, digest } })).toContain(
    'Watched: every 15 min · traffic opened outside Skydesk is posted in #approvals, other changes in a digest at 09:00 (Europe/Berlin)',
  );
});

test('rules for one account are shown for this account alone', () => {
  const policy: Policy = {
    ...defaults,
    people: { read: ['*'], change: ['U0BEN'], approve: [] },
    accounts: {
      ACME: { change: ['U0ANA'], production: true },
      ACDV: { change: ['U0CORA'], production: false },
    },
    breakGlass: { people: ['U0ANA'], reasonRequired: true },
    risk: { points: { ...defaults.risk.points, production: 0 }, levels: [] },
  };
  const lines = shown(policy).join('\n');
  expect(lines).toContain('Policy for ACME (production)');
  expect(lines).toContain('You can: view, change, use break-glass approval');
  expect(lines).toContain('Approve: nobody');
  expect(lines).toContain('(reason required)');
  expect(lines).toContain('Risk 0+: your confirmation');
  expect(lines).not.toMatch(/U0BEN|U0CORA|ACDV|marked as production/);
});

test('the description has all scores and freezes, but no rule without points', () => {
  const lines = shown(defaults);
  expect(lines).toContain('Risk score, 0 to 14');
  expect(lines).toContain('+1  A firewall policy is deleted or disabled, or allows less.');
  expect(lines.join()).not.toContain('Freeze');
  const freeze = [
    { from: '2026-12-20', to: '2027-01-03', why: 'Year end', timeZone: 'UTC' },
    { days: ['Fri'], from: '16:00', to: '24:00', why: 'Weekend', timeZone: 'UTC' },
  ] as const;
  expect(shown({ ...defaults, freeze })).toContain(
    'Freeze: 2026-12-20–2027-01-03 (UTC): Year end; Fri 16:00–24:00 (UTC): Weekend',
  );
  const none = shown({
    ...defaults,
    risk: {
      points: Object.fromEntries(riskRules.map(({ id }) => [id, 0])),
      levels: [
        { minScore: 0, approvers: 1, ticket: false },
        { minScore: 2, approvers: 2, ticket: false, maxLeaseMinutes: 240 },
      ],
    },
  });
  expect(none).toContain('No change has a risk score.');
  expect(none.filter((line) => line.startsWith('Risk'))).toEqual([
    'Risk 0–1: 1 approval',
    'Risk 2+: 2 approvals + end within 4 h',
  ]);
  expect(none.join()).not.toContain('Risk score');
});
