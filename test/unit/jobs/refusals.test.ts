import { describe, expect, test } from 'vitest';
import { AwsError } from '../../../src/aws/lambda/aws-error.ts';
import type { Table } from '../../../src/aws/sdk/dynamodb.ts';
import type { MissingGroup } from '../../../src/messaging/member.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { homeTeamOf } from '../../../src/slack/client/home-team.ts';
import { membersOf } from '../../../src/slack/client/members.ts';
import { groupsOf } from '../../../src/slack/client/user-groups.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../support/in-memory/local-cloud.ts';
import { quick } from '../../support/index.ts';
import { slackThat } from '../slack/client/web-answer.ts';

/*
 * Slack or AWS refuses calls of each kind, for good or until an administrator helps, at each act of a person: they are answered
 * at once and truly, nobody has a right more than with an empty group, and what needs no group goes on.
 */

const cloud = await cloudOfFile(quick);

const policy: Partial<Policy> = {
  people: { read: ['*'], change: ['U0ANA', 'S0OPERATORS'], approve: ['U0VIC', 'S0APPROVERS'] },
  breakGlass: { people: ['S0OPERATORS'], reasonRequired: true },
};
const members: Readonly<Record<string, readonly string[]>> = {
  S0OPERATORS: ['U0DORA'],
  S0APPROVERS: ['U0CORA'],
};
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
const alert = 'alert create Busy disk=95 to=ops@example.com';

/** What Slack and the table refuse from now on. */
interface Refusing {
  /** A method of Slack with its error code; `empty` empties the user groups. */
  slack?: { readonly method: string; readonly code: string };
  aws?: { readonly code: string; readonly calls: 'all' | 'writes' };
}

/** A bot that looks people up in a Slack over HTTP, with the most deliveries that a job took. */
async function botIn(refusing: Refusing) {
  const { call } = await slackThat((method, _token, about) => {
    if (method === refusing.slack?.method) {
      return refusing.slack.code === 'empty'
        ? { ok: true, users: [] }
        : { ok: false, error: refusing.slack.code };
    }
    if (method === 'usergroups.users.list') return { ok: true, users: members[about] ?? [] };
    return { ok: true, team_id: 'T0', user: { ...member, id: about } };
  });
  const most = { deliveries: 0 };
  const refuse = async <Done>(act: () => Promise<Done>, isWrite: boolean): Promise<Done> => {
    const { aws } = refusing;
    if (aws && (isWrite || aws.calls === 'all')) throw new AwsError(aws.code);
    return act();
  };
  const bot: InMemoryBot = new InMemoryBot(cloud, policy, connected(cloud), {
    begins(who) {
      if (who !== 'sweeper') most.deliveries = Math.max(most.deliveries, who.received);
    },
    ends() {},
    settle: () => bot.settled(),
    table: (table): Table => ({
      get: (key) => refuse(() => table.get(key), false),
      query: (query) => refuse(() => table.query(query), false),
      put: (put) => refuse(() => table.put(put), true),
      update: (update) => refuse(() => table.update(update), true),
      transact: (writes) => refuse(() => table.transact(writes), true),
    }),
    ports: (ports) => ({
      ...ports,
      members: membersOf(call, homeTeamOf(call, ports.clock), ports.clock),
      groups: groupsOf(call, ports.clock),
    }),
  });
  return { bot, most };
}

const member = {
  name: 'somebody',
  team_id: 'T0',
  deleted: false,
  is_bot: false,
  is_restricted: false,
  is_ultra_restricted: false,
};

type Act = (bot: InMemoryBot, on: { readonly preview: string; readonly request: string }) => Promise<unknown>;

/** Acts after Ana has previewed an alert policy and requested an opening. */
const acts: Readonly<Record<string, Act>> = {
  'a read by somebody who is in no list': (bot) => bot.type('U0ANY', 'alert list'),
  'a read by a member of a group': (bot) => bot.type('U0DORA', 'alert list'),
  'a preview': (bot) => bot.type('U0ANA', 'alert create Other disk=95 to=ops@example.com'),
  'a preview by a member of a group': (bot) =>
    bot.type('U0DORA', 'alert create Other disk=95 to=ops@example.com'),
  'a confirmation': (bot, { preview }) => bot.press('U0ANA', 'confirm', preview),
  'an approval by somebody whom the policy names': (bot, { request }) =>
    bot.vote('U0VIC', request, 'approve'),
  'an approval by a member of a group': (bot, { request }) => bot.vote('U0CORA', request, 'approve'),
  'a rejection by a member of a group': (bot, { request }) => bot.vote('U0CORA', request, 'reject'),
  'an approval by somebody who may not': (bot, { request }) => bot.vote('U0ANY', request, 'approve'),
  'a break-glass approval': (bot, { request }) => bot.vote('U0ANA', request, 'breakGlass'),
  'a withdrawal': (bot, { request }) => bot.press('U0ANA', 'withdraw', request),
};

/** What came of an act while Slack or AWS refuses calls. */
async function played(act: Act, refuses: Refusing) {
  // An alert policy that an earlier one made would be there already.
  cloud.control.reset();
  cloud.control.set(quick);
  const refusing: Refusing = {};
  const { bot, most } = await botIn(refusing);
  const preview = await bot.type('U0ANA', alert);
  const request = await bot.type('U0ANA', opening);
  await bot.press('U0ANA', 'confirm', request);
  // What Slack said about people is no longer cached, and the preview can still be confirmed.
  bot.later(6 * 60_000);
  Object.assign(refusing, refuses);
  const before = bot.said.length;
  const sentBefore = bot.changes().length;
  most.deliveries = 0;
  await act(bot, { preview, request });
  const said = bot.said.slice(before).map(({ text }) => text);
  const { deliveries } = most;
  delete refusing.slack;
  delete refusing.aws;
  return {
    bot,
    said,
    deliveries,
    status: bot.stateOf(request)?.status,
    sent: bot.changes().length - sentBefore,
  };
}

const aboutAll = ['token_revoked', 'invalid_auth', 'org_login_required', 'ekm_access_denied'];

/** What can be refused, by what Skydesk makes of it. Each act meets one of each kind, and the acts all of them: what a code means is no act's. */
const refusedBySlack = [
  ['usergroups.users.list', ['no_such_subteam', 'subteam_not_found']],
  ['usergroups.users.list', ['plan_upgrade_required', 'missing_scope']],
  ['usergroups.users.list', ['surprise']],
  ['usergroups.users.list', aboutAll],
  ['users.info', [...aboutAll, 'missing_scope']],
  ['users.info', ['user_not_found']],
] as const;
const refusedByAws = [
  ['ValidationException'],
  ['AccessDeniedException', 'ResourceNotFoundException', 'ExpiredTokenException'],
] as const;

describe.each(Object.entries(acts))('%s', (name, act) => {
  const turn = Object.keys(acts).indexOf(name);
  const inTurn = (codes: readonly string[]): string => codes[turn % codes.length] ?? '';
  let emptied: ReturnType<typeof played> | undefined;
  /** What came of it with groups that are there, and have no members. */
  const withEmptyGroups = () => {
    emptied ??= played(act, { slack: { method: 'usergroups.users.list', code: 'empty' } });
    return emptied;
  };

  test.each(refusedBySlack.map(([method, codes]) => [method, inTurn(codes)] as const))(
    'while %s is refused with %s ends at once, with no right more and no word too much',
    async (method, code) => {
      const empty = await withEmptyGroups();
      const { bot, said, deliveries, status, sent } = await played(act, { slack: { method, code } });
      expect(deliveries).toBeLessThanOrEqual(1);
      expect(bot.deadLetters).toEqual([]);
      expect(said.join()).not.toContain('may still take effect');
      // As with an empty group or, if everything is refused, as before.
      expect([`${empty.status} ${empty.sent}`, 'open 0']).toContain(`${status} ${sent}`);
      if (method === 'usergroups.users.list' && !aboutAll.includes(code))
        expect([status, sent]).toEqual([empty.status, empty.sent]);
    },
  );

  test.each(
    (['all', 'writes'] as const).flatMap((calls) =>
      refusedByAws.map((codes) => [calls, inTurn(codes)] as const),
    ),
  )(
    'while AWS refuses %s calls with %s ends at once, and nothing takes effect later',
    async (calls, code) => {
      const { bot, said, deliveries, status, sent } = await played(act, { aws: { calls, code } });
      expect(deliveries).toBe(1);
      expect(bot.deadLetters).toEqual([]);
      expect(said.join()).not.toContain('may still take effect');
      expect([status, sent]).toEqual(['open', 0]);
      await bot.pass(30);
      expect(bot.changes()).toEqual([]);
    },
  );
});

describe('a user group that was deleted', () => {
  const gone = (code = 'no_such_subteam'): Refusing => ({ slack: { method: 'usergroups.users.list', code } });
  const named = /Slack lists no members of the user group S0APPROVERS \(no_such_subteam\)/;

  test('is named to its former members, and to nobody whom it doesn’t concern', async () => {
    const { said } = await played(acts['an approval by a member of a group'] ?? fail, gone());
    expect(said.join()).toMatch(named);
    const read = await played(acts['a read by somebody who is in no list'] ?? fail, gone());
    expect(read.said.join()).not.toMatch(/Slack lists/);
  });

  test('is named as the reason why an approved change that was to start later is not made', async () => {
    const refusing: Refusing = {};
    const { bot } = await botIn(refusing);
    const id = await bot.type('U0ANA', `${opening} starts=30m`);
    await bot.press('U0ANA', 'confirm', id);
    await bot.vote('U0CORA', id, 'approve');
    Object.assign(refusing, gone());
    const before = bot.said.length;
    await bot.pass(45);
    expect(bot.stateOf(id)?.status).toBe('failed');
    expect(
      bot.said
        .slice(before)
        .map(({ text }) => text)
        .join(),
    ).toMatch(named);
  });

  test('that an administrator can cure makes an approved change wait, which then runs', async () => {
    const refusing: Refusing = {};
    const { bot } = await botIn(refusing);
    const id = await bot.type('U0ANA', `${opening} starts=30m`);
    await bot.press('U0ANA', 'confirm', id);
    await bot.vote('U0CORA', id, 'approve');
    Object.assign(refusing, gone('missing_scope'));
    await bot.pass(45);
    expect(bot.stateOf(id)?.status).toBe('approved');
    expect(bot.deadLetters).toEqual([]);
    expect(bot.changes()).toEqual([]);
    delete refusing.slack;
    await bot.pass(10);
    expect(bot.stateOf(id)?.status).toBe('done');
  });

  test('leaves nobody who may decide: the preview says so', async () => {
    const only: readonly MissingGroup[] = [{ id: 'S0APPROVERS', code: 'no_such_subteam', again: 'never' }];
    const bot: InMemoryBot = new InMemoryBot(
      cloud,
      { people: { ...open, approve: ['S0APPROVERS'] } },
      connected(cloud),
      {
        begins() {},
        ends() {},
        settle: () => bot.settled(),
        table: (table) => table,
        ports: (ports) => ({ ...ports, groups: { of: async () => ({ groups: [], missing: only }) } }),
      },
    );
    await bot.type('U0ANA', opening);
    expect(bot.said.at(-1)?.text).toContain('Nobody is left who may approve this in ACME.');
    expect(bot.said.at(-1)?.text).toMatch(named);
  });
});

const open = { read: ['*'], change: ['*'] };
const fail: Act = () => Promise.reject(new Error('There is no such act'));
