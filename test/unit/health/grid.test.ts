import { describe, expect, test } from 'vitest';
import { approvers, people } from '../../../src/health/checks/check-people.ts';
import { workspace } from '../../../src/health/checks/check-slack.ts';
import { defaults, type Policy } from '../../../src/policy/policy.ts';
import { foundBy } from './stub.ts';

describe('in an organization of Enterprise Grid', () => {
  const approve = (...ids: string[]): Policy => ({
    ...defaults,
    people: { ...defaults.people, change: ['U9'], approve: ids },
  });
  const userOf =
    (teams: string[]) =>
    (_: string, { user = '' }: Readonly<Record<string, string>>) => ({
      ok: true,
      user: { id: user, enterprise_user: { id: user.replace('U', 'W'), teams } },
    });

  test('a member of several workspaces is a member', async () => {
    const found = await foundBy(people, userOf(['T1', 'T0']), { policy: approve('U1') });
    expect(found).toMatchObject([{ state: 'ok' }]);
  });

  test('a member of other workspaces only is reported', async () => {
    const found = await foundBy(people, userOf(['T1']), { policy: approve('U1') });
    expect(found.map(({ message }) => message)).toContain(
      'U1, named in people.approve, belongs to another workspace and can’t use Skydesk.',
    );
  });

  test('both ids of one person are one approver', async () => {
    const found = await foundBy(approvers, userOf(['T0']), { policy: approve('U1', 'W1') });
    expect(JSON.stringify(found)).toContain('may have only 1 approver');
    const two = await foundBy(approvers, userOf(['T0']), { policy: approve('U1', 'W2') });
    expect(two).toMatchObject([{ state: 'ok' }]);
  });

  test.each([
    [
      'a workspace of an organization is reported as one',
      { enterprise_id: 'E1' },
      /Enterprise Grid organization\. Only members of this workspace can use Skydesk/,
    ],
    [
      'an installation for the whole organization serves nobody',
      { enterprise_id: 'E1', is_enterprise_install: true },
      /so no one can use Skydesk/,
    ],
  ])('%s', async (_, token, says) => {
    const found = await foundBy(workspace, () => ({}), { token });
    expect(JSON.stringify(found)).toMatch(says);
  });
});
