import { expect, test } from 'vitest';
import { minute } from '../../../../src/core/clock.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { groupsOf } from '../../../../src/slack/client/user-groups.ts';
import { slackThat } from './web-answer.ts';

/** Groups of a Slack that refuses to list `S0GONE` with this code, and lists Ben for any other. */
async function groupsWith(error: string) {
  const now = { at: 0 };
  const slack = await slackThat((_method, _token, group) =>
    group === 'S0GONE' ? { ok: false, error } : { ok: true, users: ['U0BEN'] },
  );
  return { ...slack, now, groups: groupsOf(slack.call, () => now.at) };
}

test.each([
  ['no_such_subteam', 'never'],
  ['subteam_not_found', 'never'],
  ['plan_upgrade_required', 'never'],
  ['missing_scope', 'when cured'],
  ['no_permission', 'when cured'],
  ['user_is_restricted', 'never'],
  ['surprise', 'never'],
])(
  'a group that Slack refuses to list with %s has no members, and the others have theirs',
  async (code, again) => {
    const { groups } = await groupsWith(code);
    expect(await groups.of(['U0BEN'], ['S0GONE', 'S0LEADS'])).toEqual({
      groups: ['S0LEADS'],
      missing: [{ id: 'S0GONE', code, again }],
    });
  },
);

test.each(['token_revoked', 'invalid_auth', 'org_login_required', 'ekm_access_denied'])(
  'a refusal of every call (%s) says nothing about a group',
  async (code) => {
    const { groups } = await groupsWith(code);
    await expect(groups.of(['U0BEN'], ['S0GONE'])).rejects.toEqual(new SlackRejection(code));
  },
);

test.each(['internal_error', 'ratelimited', 'team_added_to_org'])(
  'while Slack doesn’t answer (%s) nobody knows who is in a group',
  async (code) => {
    const { groups } = await groupsWith(code);
    await expect(groups.of(['U0BEN'], ['S0GONE'])).rejects.toBeInstanceOf(Unavailable);
  },
);

test('a refusal is cached for a minute, as members are', async () => {
  const { groups, asked, now } = await groupsWith('no_such_subteam');
  for (const at of [0, minute - 1, minute]) {
    now.at = at;
    await groups.of(['U0BEN'], ['S0GONE']);
  }
  expect(asked).toHaveLength(2);
});
