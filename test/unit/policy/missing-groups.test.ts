import { expect, test } from 'vitest';
import type { MissingGroup } from '../../../src/messaging/member.ts';
import { whereNobodyIsLeft, withMissing } from '../../../src/policy/missing-groups.ts';
import { defaults, type People, type Policy } from '../../../src/policy/policy.ts';

const gone: MissingGroup = { id: 'S0GONE', code: 'no_such_subteam', again: 'never' };
const ana = { id: 'U0ANA', aliases: ['W0ANA'], groups: [], missing: [gone] };
const approvedBy = (approve: People, accounts: Policy['accounts'] = {}): Policy => ({
  ...defaults,
  people: { ...defaults.people, approve },
  accounts,
});
const nobody =
  'Nobody is left who may approve this in ACME. Slack lists no members of the user group S0GONE (no_such_subteam).';

test.each<[string, Policy, readonly string[]]>([
  ['the only group is missing', approvedBy(['S0GONE']), [nobody]],
  ['besides the group there is only the requester', approvedBy(['S0GONE', 'U0ANA']), [nobody]],
  ['besides the group there is only the requester’s other id', approvedBy(['S0GONE', 'W0ANA']), [nobody]],
  ['somebody else is named', approvedBy(['S0GONE', 'U0VIC']), []],
  ['another group is there', approvedBy(['S0GONE', 'S0LEADS']), []],
  ['everyone may', approvedBy(['S0GONE', '*']), []],
  ['the group doesn’t approve', approvedBy(['U0VIC']), []],
  [
    'the account has its own approvers',
    approvedBy(['S0GONE'], { ACME: { production: false, approve: ['U0VIC'] } }),
    [],
  ],
  [
    'the account has the group',
    approvedBy(['*'], { ACME: { production: false, approve: ['S0GONE'] } }),
    [nobody],
  ],
])('whether nobody is left to approve if %s', (_, policy, said) => {
  expect(whereNobodyIsLeft(['ACME'], ana, policy)).toEqual(said);
});

test('a missing group is named only where a list has it', () => {
  expect(withMissing('You can’t.', ['U0BEN'], ana)).toBe('You can’t.');
  expect(withMissing('You can’t.', ['U0BEN', 'S0GONE'], ana)).toBe(
    'You can’t. Slack lists no members of the user group S0GONE (no_such_subteam).',
  );
});
