import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/answer/user-error.ts';
import type { Clock } from '../../../../src/core/clock.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { request } from '../../../../src/http/request.ts';
import { MissingScope } from '../../../../src/messaging/missing-scope.ts';
import { homeTeamOf } from '../../../../src/slack/client/home-team.ts';
import { membersOf } from '../../../../src/slack/client/members.ts';
import { botScopes } from '../../../../src/slack/client/scopes.ts';
import { groupsOf } from '../../../../src/slack/client/user-groups.ts';
import { type SlackCall, slackWeb } from '../../../../src/slack/client/web.ts';
import { localBotToken, openLocalSlack } from '../../local/slack/local-slack.ts';
import { slackThat } from './web-answer.ts';

const peopleOf = (slack: SlackCall, clock: Clock) => membersOf(slack, homeTeamOf(slack, clock), clock);

async function atDesk() {
  const { slack, clock } = await openLocalSlack();
  const secret = async () => ({ botToken: localBotToken, signingSecret: 's' });
  const members = peopleOf(slackWeb({ get: secret, renew: secret }, slack.apiUrl, request), () => clock.now);
  return { slack, clock, members };
}

const ana = { id: 'U0ANA', aliases: [] };
const refusal = (words: RegExp) => ({ refused: expect.stringMatching(words) });

test.each([
  ['U0ANA', 'T0SKYDESK', ana],
  ['U0ANA', undefined, ana],
  ['U0ANA', 'T0GLOBEX', refusal(/from another workspace/)],
  ['U0GUS', 'T0SKYDESK', refusal(/Guests can’t/)],
  ['U0SAM', 'T0SKYDESK', refusal(/Only members of this workspace/)],
  ['U0SAM', 'T0GLOBEX', refusal(/from another workspace/)],
  ['U0SKYDESK', 'T0SKYDESK', refusal(/deactivated accounts can’t/)],
  ['USLACKBOT', 'T0SKYDESK', refusal(/deactivated accounts can’t/)],
  ['U0NOBODY', 'T0SKYDESK', refusal(/couldn’t find this person/)],
])('%s of %s', async (person, team, membership) => {
  const { members } = await atDesk();
  expect(await members.check(person, team)).toEqual(membership);
});

test('a missing scope is named, and requested again with the next look-up', async () => {
  const { slack, members } = await atDesk();
  const scopes = slack.grant(botScopes.filter((scope) => scope !== 'users:read'));
  await expect(members.check('U0ANA', 'T0SKYDESK')).rejects.toEqual(new MissingScope('users:read'));
  slack.grant(scopes);
  expect(await members.check('U0ANA', 'T0SKYDESK')).toEqual(ana);
});

test('what Slack says about a person is cached for five minutes', async () => {
  const { slack, clock, members } = await atDesk();
  await members.check('U0ANA', 'T0SKYDESK');
  clock.now += 5 * 60_000 - 1;
  await members.check('U0ANA', 'T0SKYDESK');
  expect(slack.calls('users.info')).toHaveLength(1);
  clock.now += 1;
  await members.check('U0ANA', 'T0SKYDESK');
  expect(slack.calls('users.info')).toHaveLength(2);
  expect(slack.calls('auth.test')).toHaveLength(1);
});

describe('profiles', () => {
  const people = Array.from({ length: 25 }, (_, at) => `U${at}`);
  const slackOf = () =>
    slackThat((method, _, input) =>
      method === 'auth.test'
        ? { ok: true, team_id: 'T1' }
        : { ok: true, user: { id: input, name: `n${input}`, real_name: `N ${input}`, team_id: 'T1' } },
    );

  test('are looked up twenty a minute and cached for an hour, but membership is checked beyond that', async () => {
    const { call, asked } = await slackOf();
    const clock = { now: 0 };
    const members = peopleOf(call, () => clock.now);
    const all = () => Promise.allSettled(people.map((person) => members.profile(person)));
    const known = (names: readonly { status: string }[]) =>
      names.filter(({ status }) => status === 'fulfilled').length;

    expect(known(await all())).toBe(20);
    await expect(members.profile('U24')).rejects.toBeInstanceOf(UserError);
    expect(await members.check('U24', 'T1')).toEqual({ id: 'U24', aliases: [] });
    expect(await members.profile('U24')).toEqual({ fullName: 'N U24', handle: 'nU24' });
    clock.now += 60_000;
    expect(known(await all())).toBe(25);
    expect(asked.filter((method) => method === 'users.info')).toHaveLength(25);
    clock.now += 58 * 60_000;
    await members.profile('U0');
    expect(asked.filter((method) => method === 'users.info')).toHaveLength(25);
    clock.now += 60_000;
    await members.profile('U0');
    expect(asked.filter((method) => method === 'users.info')).toHaveLength(26);
  });

  test('of unknown people are cached as well', async () => {
    const { call, asked } = await slackThat((method) =>
      method === 'auth.test' ? { ok: true, team_id: 'T1' } : { ok: false, error: 'user_not_found' },
    );
    const members = peopleOf(call, () => 0);
    expect([await members.profile('U1'), await members.profile('U1')]).toEqual([undefined, undefined]);
    expect(asked).toEqual(['users.info', 'auth.test']);
  });
});

test.each([
  ['U0ANA', { fullName: 'Ana Ferreira', handle: 'ana' }],
  ['U0GUS', { fullName: 'Gus Moreau', handle: 'gus' }],
  ['U0SAM', { fullName: 'Sam Okafor', handle: 'sam', status: 'of another workspace' }],
  ['U0SKYDESK', { fullName: 'Skydesk', handle: 'skydesk', status: 'bot' }],
  ['USLACKBOT', { fullName: 'Slackbot', handle: 'slackbot', status: 'bot' }],
  ['U0NOBODY', undefined],
])('the profile of %s has the names, and the status of those who are no members', async (person, profile) => {
  const { members } = await atDesk();
  expect(await members.profile(person)).toEqual(profile);
});

test.each([
  ['a deactivated account', { deleted: true }, { fullName: 'Ana', status: 'deactivated' }],
  ['a deactivated bot', { deleted: true, is_bot: true }, { fullName: 'Ana', status: 'bot' }],
  ['somebody without names', { real_name: null }, { fullName: '' }],
])('%s has a profile', async (_, more, profile) => {
  const user = { id: 'U1', team_id: 'T1', real_name: 'Ana', ...more };
  const { call } = await slackThat(() => ({ ok: true, team_id: 'T1', user }));
  expect(await peopleOf(call, () => 0).profile('U1')).toEqual(profile);
});

test('access from one team gives no access from another', async () => {
  const { members } = await atDesk();
  expect(await members.check('U0ANA', 'T0SKYDESK')).toEqual(ana);
  expect(await members.check('U0ANA', 'T0GLOBEX')).toEqual(refusal(/from another workspace/));
});

test.each(['auth.test', 'users.info'])(
  'a failed %s lets nobody in, and is not remembered',
  async (method) => {
    const { slack, members } = await atDesk();
    slack.fault({ method, times: 1, error: 'internal_error' });
    await expect(members.check('U0ANA', 'T0SKYDESK')).rejects.toThrow(Unavailable);
    expect(await members.check('U0ANA', 'T0SKYDESK')).toEqual(ana);
  },
);

describe('an incomplete response of Slack lets nobody in', () => {
  const whole = { team_id: 'T1', user: { id: 'U1', team_id: 'T1' } };
  test.each([
    ['no team of its own', { ...whole, team_id: undefined }],
    ['an empty team of its own', { ...whole, team_id: '' }],
    ['no user', { ...whole, user: undefined }],
    ['a user without an id', { ...whole, user: { team_id: 'T1' } }],
    ['flags of another type', { ...whole, user: { ...whole.user, is_restricted: 'yes' } }],
  ])('%s', async (_, answer) => {
    const { call } = await slackThat(() => ({ ok: true, ...answer }));
    await expect(peopleOf(call, () => 0).check('U1', 'T1')).rejects.toThrow();
  });

  test.each(['deleted', 'is_bot', 'is_restricted', 'is_ultra_restricted', 'is_stranger'])(
    '%s',
    async (flag) => {
      const { call } = await slackThat(() => ({ ok: true, ...whole, user: { ...whole.user, [flag]: true } }));
      expect(await peopleOf(call, () => 0).check('U1', 'T1')).toEqual(refusal(/can.* use Skydesk/));
    },
  );

  test('a complete response lets the person in', async () => {
    const { call } = await slackThat(() => ({ ok: true, ...whole }));
    expect(await peopleOf(call, () => 0).check('U1', 'T1')).toEqual({ id: 'U1', aliases: [] });
  });
});

describe('in an organization of Enterprise Grid', () => {
  const enterpriseUser = { id: 'W1', enterprise_id: 'E1', enterprise_name: 'Acme', teams: ['T2', 'T1'] };
  const grid = { id: 'U1', name: 'ana', enterprise_user: enterpriseUser };
  const served = { id: 'W1', aliases: ['U1'] };
  const stranger = refusal(/Only members of this workspace/);
  const guest = refusal(/Guests can’t/);

  test.each([
    ['a person without a workspace is in all of theirs', 'U1', grid, served],
    ['a person whose workspace is null is in all of theirs', 'U1', { ...grid, team_id: null }, served],
    ['a person of another workspace of theirs is in all of them', 'U1', { ...grid, team_id: 'T2' }, served],
    ['the other id of a person is the same person', 'W1', { ...grid, id: 'W1' }, { id: 'W1', aliases: [] }],
    ['the other id is the same person even if Slack responds with the first', 'W1', grid, served],
    [
      'a person without a second id keeps the one id',
      'U1',
      { id: 'U1', team_id: 'T1', enterprise_user: null },
      { id: 'U1', aliases: [] },
    ],
    [
      'a member of other workspaces only is refused',
      'U1',
      { ...grid, enterprise_user: { ...enterpriseUser, teams: ['T2'] } },
      stranger,
    ],
    ['a member of no workspace is refused', 'U1', { id: 'U1', enterprise_user: { id: 'W1' } }, stranger],
    ['a stranger is refused, whichever workspaces are named', 'U1', { ...grid, is_stranger: true }, stranger],
    ['a guest is refused', 'U1', { ...grid, is_restricted: true }, guest],
    ['a deactivated one is refused', 'U1', { ...grid, deleted: true }, refusal(/deactivated accounts can’t/)],
  ])('%s', async (_, person, user, membership) => {
    const { call } = await slackThat(() => ({ ok: true, team_id: 'T1', enterprise_id: 'E1', user }));
    expect(await peopleOf(call, () => 0).check(person, 'T1')).toEqual(membership);
  });

  test('a group names its members by either id', async () => {
    const { call } = await slackThat(() => ({ ok: true, users: ['U1', 'W2'] }));
    const groups = groupsOf(call, () => 0);
    expect((await groups.of(['W1', 'U1'], ['S1'])).groups).toEqual(['S1']);
    expect((await groups.of(['W2', 'U2'], ['S1'])).groups).toEqual(['S1']);
    expect(await groups.of(['W3', 'U3'], ['S1'])).toEqual({ groups: [], missing: [] });
  });
});

describe('a token that Slack no longer accepts', () => {
  const onlyWith = (good: string) => (_: string, token: string) =>
    token === good
      ? { ok: true, team_id: 'T1', user: { id: 'U1', team_id: 'T1' } }
      : { ok: false, error: 'token_revoked' };

  test('is re-read once, and the call repeated', async () => {
    const { call, seen, asked } = await slackThat(onlyWith('xoxb-2'));
    seen.renewed = 'xoxb-2';
    expect(await peopleOf(call, () => 0).check('U1', 'T1')).toEqual({ id: 'U1', aliases: [] });
    expect(seen.renewals).toBe(1);
    expect(asked).toEqual(['auth.test', 'auth.test', 'users.info']);
  });

  test('is not retried if the secret has no other one', async () => {
    const { call, asked } = await slackThat(onlyWith('xoxb-2'));
    await expect(peopleOf(call, () => 0).check('U1', 'T1')).rejects.toThrow('Slack: token_revoked');
    expect(asked).toEqual(['auth.test']);
  });
});
