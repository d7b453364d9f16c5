import { expect, test } from 'vitest';
import { describePolicy } from '../../../src/policy/describe-policy.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { textOf } from '../answer-text.ts';

const ana = { id: 'U0ANA', groups: [] };
const shown = (policy: Policy, person = ana, account = 'ACME'): readonly string[] =>
  textOf(describePolicy(policy, person, account)).split('\n');

test('the bundled policy in words', () => {
  expect(shown(defaults)).toEqual(
    expect.arrayContaining([
      'Policy for ACME',
      'You can: view, change, approve requests of others',
      'View: everyone',
      'Approve: everyone',
      'Break-glass: nobody',
      'Approvals: requested in #approvals, reminder after 1 h, expiry after 8 h',
      'Score 0 to 3: your confirmation',
      'Score 4: 1 approval',
      'Score 5 to 6: 2 approvals',
      'Score 7 and more: 2 approvals and a ticket',
    ]),
  );
});

test('what holds in one account is shown for this account alone', () => {
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
  expect(lines).toContain('Policy for ACME, a production account');
  expect(lines).toContain('You can: view, change, approve your own by break-glass');
  expect(lines).toContain('Approve: nobody');
  expect(lines).toContain('with a reason');
  expect(lines).toContain('Score 0 and more: your confirmation');
  expect(lines).not.toMatch(/U0BEN|U0CORA|ACDV|marked as production/);
});
