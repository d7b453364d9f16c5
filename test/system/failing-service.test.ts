import { describe, expect, onTestFinished, test } from 'vitest';
import type { FailureOptions } from '../../local/cloud/index.ts';
import { botUnderTest, changes, explained, type Outcome } from '../harness/index.ts';

/* What each failure means and how often a call is tried: test/unit/cloud. Here it is what people read, and what is really sent. */

const bot = botUnderTest({ workers: 1 });

/** A read of one call, and a change of one call once it is confirmed. */
const read = { line: 'fields', route: 'customFields.list', call: 'GET /v2/accounts/ACME/customFields' };
const change = { line: 'alert create "Disk 95" disk=95 to=ops@example.com', route: 'alertPolicies.create' };
const post = expect.stringMatching(/^POST \/v2\/alertPolicies\/ACME \{/);
const login = 'POST /v2/authentication/login {"username":"skydesk","password":"****"}';

const ownError = '❌ The cloud API returned an error.';
const unreachable = '❌ Skydesk couldn’t reach the cloud API.';

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

const made = (): number => bot.service.state().alertPolicies.filter(({ name }) => name === 'Disk 95').length;

describe('a read', () => {
  test('is tried three times while the service is overloaded', async () => {
    await bot.type('login');
    bot.service.fail({ route: read.route, status: 503, times: 9 });
    const outcome = await bot.type(read.line);
    expectSaid(outcome, [ownError, 'Try again in a minute.']);
    expect(outcome.said[0]?.lines.join()).not.toContain('Nothing was changed.');
    expect(outcome.asked).toEqual(Array(3).fill(read.call));
  });

  test('fails if one of many data centers can’t be read, so that no list has gaps', async () => {
    await bot.type('login');
    bot.service.fail({ route: 'groups.get', how: 'wrongShape' });
    const odd = '❌ The cloud API sent a response that Skydesk doesn’t understand.';
    expectSaid(await bot.type('server find web'), [odd]);
  });
});

describe('a change', () => {
  test.each<[string, FailureOptions, string, number]>([
    ['before the service did the work', { how: 'internal', after: false }, ownError, 0],
    ['after it did the work', { how: 'drop', after: true }, unreachable, 1],
  ])('of which the answer is lost %s is in doubt, and sent once', async (_, failure, error, times) => {
    await bot.type(change.line);
    bot.service.fail({ route: change.route, times: 9, ...failure });
    const outcome = await bot.press('decide:confirm');
    const look = 'Check before you run it again: /cloud alert list';
    expectSaid(outcome, [error.replace('❌', '⚠️'), 'Outcome unknown. Skydesk didn’t try again.', look]);
    expect(outcome.said[0]?.lines.join()).not.toContain('Nothing was changed');
    expect(changes(outcome)).toEqual([post]);
    expect(made()).toBe(times);
  });

  test('that the service finds wrong is told with what is wrong', async () => {
    await bot.type(change.line);
    const body = { message: 'The request is invalid.', modelState: { 'body.name': ['is taken'] } };
    bot.service.fail({ route: change.route, times: 9, status: 400, body });
    const outcome = await bot.press('decide:confirm');
    expectSaid(outcome, ['❌ The cloud API rejected this request.', 'name: is taken']);
    expectSaid(outcome, ['Nothing was changed. Correct it and try again.']);
    expect(changes(outcome)).toEqual([post]);
    expect(made()).toBe(0);
  });
});

describe('the login', () => {
  test('is refused, until the secret is mended; no restart', async () => {
    await bot.skydesk.worker.coldStart();
    bot.service.changePassword('skydesk', 'another-one');
    const outcome = await bot.type(read.line);
    const refused = '❌ The cloud API rejected Skydesk’s username or password.';
    expectSaid(outcome, [refused, 'Ask your Skydesk admin to check the API credentials.']);
    expect(new Set(outcome.asked)).toEqual(new Set([login]));
    rotate('another-one');
    expectSaid(await bot.type(read.line), ['3 custom fields in ACME']);
  });

  test('is lost mid-way by a change: one login, and the change is made once', async () => {
    await bot.type(change.line);
    bot.service.expireTokens();
    const outcome = await bot.press('decide:confirm');
    expect(outcome.said.map(({ to }) => to)).toEqual(['#cloud-ops']);
    expect(outcome.asked.slice(0, 3)).toEqual([post, login, post]);
    expect(made()).toBe(1);
  });
});

/** Keeps another password for the service, until the end of the test. */
function rotate(password: string): void {
  const { secrets } = bot.skydesk.aws;
  const before = secrets.get('skydesk/service');
  onTestFinished(() => secrets.put('skydesk/service', before));
  secrets.put('skydesk/service', { username: 'skydesk', password });
}
