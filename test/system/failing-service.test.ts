import { describe, expect, onTestFinished, test } from 'vitest';
import type { FailureOptions } from '../../local/cloud/index.ts';
import { botUnderTest, changes, explained, type Outcome, seeded } from '../harness/index.ts';

const bot = botUnderTest({ workers: 1 });

/** A read of one call, and a change of one call once it is confirmed. */
const read = { line: 'fields', route: 'customFields.list', call: 'GET /v2/accounts/ACME/customFields' };
const change = { line: 'alert create "Disk 95" disk=95 to=ops@example.com', route: 'alertPolicies.create' };
const post = expect.stringMatching(/^POST \/v2\/alertPolicies\/ACME \{/);
const login = 'POST /v2/authentication/login {"username":"skydesk","password":"****"}';

const ownError = '❌ The cloud API returned an error.';
const unreachable = '❌ Skydesk couldn’t reach the cloud API.';
const odd = '❌ The cloud API sent a response that Skydesk doesn’t understand.';
const refused = '❌ The cloud API rejected Skydesk’s username or password.';
const nothing = 'Nothing was changed. Try again in a minute.';
/** What a read says, of which it goes without saying that it changed nothing. */
const again = 'Try again in a minute.';
const unknown = 'Outcome unknown. Skydesk didn’t try again.';
/** What happened, with the sign of an unknown outcome. */
const inDoubt = (what: string): string => what.replace('❌', '⚠️');
const look = 'Check before you run it again: /cloud alert list';

/** What only the inside of the service or of the bot holds. */
const inside =
  /stack|exception|invalid input|sql-internal|\.cs:|\.ts:|\.js:|Error:|ECONN|127\.0\.0\.1|eyJ|correct-horse|DOCTYPE|undefined/i;

/** One private answer with these lines, nothing of the inside in it, nothing surprising in the log. */
function expectSaid(outcome: Outcome, lines: readonly string[]): void {
  expect(outcome.ack).toBe('ok');
  expect(outcome.said.map(({ to }) => to)).toEqual(['only ana']);
  expect(outcome.said[0]?.lines).toEqual(expect.arrayContaining([...lines]));
  expect(JSON.stringify(outcome.said)).not.toMatch(inside);
  expect(explained).toEqual(expect.arrayContaining([...new Set(outcome.logged)]));
}

/** How often a call that changes nothing is tried, and what is said when it fails for good. */
type FailingRead = readonly [what: string, failure: FailureOptions, tries: number, says: string[]];

const made = (): number => bot.service.state().alertPolicies.filter(({ name }) => name === 'Disk 95').length;

describe('a read, when the service', () => {
  const failures: readonly FailingRead[] = [
    ['is overloaded', { status: 503, times: 9 }, 3, [ownError, again]],
    ['drops the connection', { how: 'drop', times: 9 }, 3, [unreachable, again]],
    ['answers HTML', { how: 'html', times: 9 }, 1, [odd]],
    [
      'forbids it',
      { status: 403, times: 9 },
      1,
      ['❌ The cloud API denied this: Skydesk’s API user lacks the role, or access to that account.'],
    ],
  ];
  test.each(failures)('%s', async (_, failure, tries, says) => {
    await bot.type('login');
    bot.service.fail({ route: read.route, ...failure });
    const outcome = await bot.type(read.line);
    expectSaid(outcome, says);
    expect(outcome.said[0]?.lines.join()).not.toContain('Nothing was changed.');
    expect(outcome.asked).toEqual(Array(tries).fill(read.call));
  });

  test('fails twice and then recovers', async () => {
    await bot.type('login');
    bot.service.fail({ route: read.route, how: 'internal' });
    bot.service.fail({ route: read.route, how: 'drop' });
    const outcome = await bot.type(read.line);
    expectSaid(outcome, ['3 custom fields in ACME']);
    expect(outcome.asked).toEqual(Array(3).fill(read.call));
  });

  test('fails for one of many data centers, so that a list would have gaps', async () => {
    await bot.type('login');
    bot.service.fail({ route: 'groups.get', how: 'wrongShape' });
    expectSaid(await bot.type('server find web'), [odd]);
  });
});

describe('a change, when the service', () => {
  const failures: readonly (readonly [what: string, failure: FailureOptions, says: string[]])[] = [
    ['fails and shows its inside', { how: 'internal', times: 9 }, [inDoubt(ownError), unknown, look]],
    ['drops the connection', { how: 'drop', times: 9 }, [inDoubt(unreachable), unknown, look]],
    [
      'answers something else',
      { how: 'wrongShape', times: 9 },
      [inDoubt(odd), 'Unexpected fields: id, name, actions, triggers', unknown, look],
    ],
  ];
  const moments = [
    { when: 'before it did the work', after: false },
    { when: 'after it did the work', after: true },
  ];
  describe.each(moments)('$when', ({ after }) => {
    test.each(failures)('%s', async (_, failure, says) => {
      await bot.type(change.line);
      bot.service.fail({ route: change.route, after, ...failure });
      const outcome = await bot.press('decide:confirm');
      expectSaid(outcome, says);
      expect(outcome.said[0]?.lines.join()).not.toContain('Nothing was changed');
      expect(changes(outcome)).toEqual([post]);
      expect(made()).toBe(after ? 1 : 0);
    });
  });

  const refusals: readonly (readonly [what: string, failure: FailureOptions, says: string[]])[] = [
    [
      'finds something wrong with it',
      {
        status: 400,
        body: { message: 'The request is invalid.', modelState: { 'body.name': ['is taken'] } },
      },
      [
        '❌ The cloud API rejected this request.',
        'Details: The request is invalid.',
        'name: is taken',
        'Nothing was changed. Correct it and try again.',
      ],
    ],
    [
      'forbids it',
      { status: 403 },
      [
        '❌ The cloud API denied this: Skydesk’s API user lacks the role, or access to that account.',
        'Nothing was changed. Ask your Skydesk admin to check its roles.',
      ],
    ],
  ];
  test.each(refusals)('%s', async (_, failure, says) => {
    await bot.type(change.line);
    bot.service.fail({ route: change.route, times: 9, ...failure });
    const outcome = await bot.press('decide:confirm');
    expectSaid(outcome, says);
    expect(changes(outcome)).toEqual([post]);
    expect(made()).toBe(0);
  });

  test('fails before the change is begun', async () => {
    await bot.type(`alert delete ${seeded.disk80}`);
    bot.service.fail({ route: 'alertPolicies.list', how: 'internal', times: 9 });
    const outcome = await bot.press('decide:confirm');
    expectSaid(outcome, [ownError, nothing]);
    expect(changes(outcome)).toEqual([]);
  });
});

describe('the login', () => {
  const failures: readonly FailingRead[] = [
    ['is overloaded', { status: 503, times: 9 }, 3, [ownError, again]],
    ['shows its inside', { how: 'internal', times: 9 }, 3, [ownError, again]],
    ['drops the connection', { how: 'drop', times: 9 }, 3, [unreachable, again]],
    ['answers HTML', { how: 'html', times: 9 }, 1, [odd]],
  ];
  test.each(failures)('%s', async (_, failure, tries, says) => {
    await bot.skydesk.worker.coldStart();
    bot.service.fail({ route: 'login', ...failure });
    const outcome = await bot.type(read.line);
    expectSaid(outcome, says);
    // The worker logs in when it starts, and again for the job unless that is still under way.
    expect(new Set(outcome.asked)).toEqual(new Set([login]));
    expect([tries, 2 * tries]).toContain(outcome.asked.length);
  });

  test('is refused, until the secret is mended; no restart', async () => {
    await bot.skydesk.worker.coldStart();
    bot.service.changePassword('skydesk', 'another-one');
    const outcome = await bot.type(read.line);
    expectSaid(outcome, [refused, 'Ask your Skydesk admin to check the API credentials.']);
    expect(new Set(outcome.asked)).toEqual(new Set([login]));
    rotate('another-one');
    expectSaid(await bot.type(read.line), ['3 custom fields in ACME']);
  });

  test('is lost mid-way by a read: one login, the call repeated once', async () => {
    await bot.type('login');
    bot.service.expireTokens();
    const outcome = await bot.type(read.line);
    expectSaid(outcome, ['3 custom fields in ACME']);
    expect(outcome.asked).toEqual([read.call, login, read.call]);
  });

  test('is lost mid-way by a change: one login, and the change is made once', async () => {
    await bot.type(change.line);
    bot.service.expireTokens();
    const outcome = await bot.press('decide:confirm');
    expect(outcome.said.map(({ to }) => to)).toEqual(['#cloud-ops']);
    expect(outcome.asked).toEqual([
      post,
      login,
      post,
      expect.stringMatching(/^GET \/v2\/alertPolicies\/ACME\/[0-9a-f]{32}$/),
    ]);
    expect(made()).toBe(1);
  });

  test('is not accepted, not even a new one', async () => {
    await bot.type(change.line);
    bot.service.fail({ route: change.route, status: 401, times: 9 });
    const outcome = await bot.press('decide:confirm');
    expectSaid(outcome, [
      '❌ The cloud API rejected Skydesk’s login.',
      'Nothing was changed. Try again in a minute. If this keeps happening, tell your Skydesk admin.',
    ]);
    expect(outcome.asked).toEqual([post, login, post]);
    expect(made()).toBe(0);
  });

  test('is renewed with a rotated password', async () => {
    await bot.type('login');
    bot.service.changePassword('skydesk', 'rotated');
    bot.service.expireTokens();
    rotate('rotated');
    const outcome = await bot.type(read.line);
    expectSaid(outcome, ['3 custom fields in ACME']);
    expect(outcome.asked).toEqual([read.call, login, read.call]);
  });
});

/** Keeps another password for the service, until the end of the test. */
function rotate(password: string): void {
  const { secrets } = bot.skydesk.aws;
  const before = secrets.get('skydesk/service');
  onTestFinished(() => secrets.put('skydesk/service', before));
  secrets.put('skydesk/service', { username: 'skydesk', password });
}
