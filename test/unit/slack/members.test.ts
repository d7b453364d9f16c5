import { describe, expect, test } from 'vitest';
import { request } from '../../../src/http/request.ts';
import { membersOf } from '../../../src/slack/members.ts';
import { slackWeb } from '../../../src/slack/web.ts';
import { BOT_TOKEN, openDesk } from '../playground/slack/desk.ts';
import { slackThat } from './web-answer.ts';

async function atDesk() {
  const { slack, clock } = await openDesk();
  const secret = async () => ({ botToken: BOT_TOKEN, signingSecret: 's' });
  const members = membersOf(slackWeb({ get: secret, renew: secret }, slack.apiUrl, request), () => clock.now);
  return { slack, clock, members };
}

test.each([
  ['U0ANA', 'T0SKYDESK', undefined],
  ['U0ANA', 'T0GLOBEX', /came from another/],
  ['U0GUS', 'T0SKYDESK', /guests/],
  ['U0SAM', 'T0SKYDESK', /you belong to another/],
  ['U0SAM', 'T0GLOBEX', /came from another/],
  ['U0SKYDESK', 'T0SKYDESK', /active account/],
  ['USLACKBOT', 'T0SKYDESK', /active account/],
  ['U0NOBODY', 'T0SKYDESK', /does not know who you are/],
])('%s of %s', async (person, team, refused) => {
  const { members } = await atDesk();
  const checked = await members.check(person, team);
  if (refused === undefined) expect(checked).toEqual({});
  else expect(checked.refused).toMatch(refused);
});

test('who somebody is is remembered for five minutes', async () => {
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

test('being let in from one team lets nobody in from another', async () => {
  const { members } = await atDesk();
  expect(await members.check('U0ANA', 'T0SKYDESK')).toEqual({});
  expect((await members.check('U0ANA', 'T0GLOBEX')).refused).toBeDefined();
});

test.each(['auth.test', 'users.info'])(
  'a failed %s lets nobody in, and is not remembered',
  async (method) => {
    const { slack, members } = await atDesk();
    slack.fault({ method, times: 1, error: 'internal_error' });
    await expect(members.check('U0ANA', 'T0SKYDESK')).rejects.toThrow('internal_error');
    expect(await members.check('U0ANA', 'T0SKYDESK')).toEqual({});
  },
);

describe('an answer of Slack that says too little lets nobody in', () => {
  const whole = { team_id: 'T1', user: { id: 'U1', team_id: 'T1' } };
  test.each([
    ['no team of its own', { ...whole, team_id: undefined }],
    ['an empty team of its own', { ...whole, team_id: '' }],
    ['no user', { ...whole, user: undefined }],
    ['a user without a team', { ...whole, user: { id: 'U1' } }],
    ['flags that are no flags', { ...whole, user: { ...whole.user, is_restricted: 'yes' } }],
  ])('%s', async (_, answer) => {
    const { call } = await slackThat(() => ({ ok: true, ...answer }));
    await expect(membersOf(call, () => 0).check('U1', 'T1')).rejects.toThrow();
  });

  test.each(['deleted', 'is_bot', 'is_restricted', 'is_ultra_restricted', 'is_stranger'])(
    '%s',
    async (flag) => {
      const { call } = await slackThat(() => ({ ok: true, ...whole, user: { ...whole.user, [flag]: true } }));
      expect((await membersOf(call, () => 0).check('U1', 'T1')).refused).toBeDefined();
    },
  );

  test('while one that says enough does', async () => {
    const { call } = await slackThat(() => ({ ok: true, ...whole }));
    expect(await membersOf(call, () => 0).check('U1', 'T1')).toEqual({});
  });
});

describe('a token that Slack no longer takes', () => {
  const onlyWith = (good: string) => (_: string, token: string) =>
    token === good
      ? { ok: true, team_id: 'T1', user: { id: 'U1', team_id: 'T1' } }
      : { ok: false, error: 'token_revoked' };

  test('is read anew, once, and the call repeated', async () => {
    const { call, seen, asked } = await slackThat(onlyWith('xoxb-2'));
    seen.renewed = 'xoxb-2';
    expect(await membersOf(call, () => 0).check('U1', 'T1')).toEqual({});
    expect(seen.renewals).toBe(1);
    expect(asked).toEqual(['auth.test', 'auth.test', 'users.info']);
  });

  test('is not tried again when the secret has no other', async () => {
    const { call, asked } = await slackThat(onlyWith('xoxb-2'));
    await expect(membersOf(call, () => 0).check('U1', 'T1')).rejects.toThrow('Slack: token_revoked');
    expect(asked).toEqual(['auth.test']);
  });
});
