import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { errorOf, localBotToken, openLocalSlack } from './local-slack.ts';

const opsChannel = 'C0CLOUDOPS';

test('refuses a wrong token, no token, and a method that does not exist', async () => {
  const { web, slack } = await openLocalSlack();
  const stranger = new WebClient('xoxb-wrong', { slackApiUrl: slack.apiUrl });
  expect(await errorOf(stranger.auth.test())).toBe('invalid_auth');
  expect(await errorOf(new WebClient(undefined, { slackApiUrl: slack.apiUrl }).auth.test())).toBe(
    'not_authed',
  );
  expect(await errorOf(web.apiCall('cloud.explode'))).toBe('unknown_method');
  expect(await errorOf(web.apiCall('constructor'))).toBe('unknown_method');
});

test('people have names of their own, until some are renamed or added with the names of others', async () => {
  const { web, slack } = await openLocalSlack();
  const namesOf = async (user: string) => {
    const { name, real_name: full, profile } = (await web.users.info({ user })).user ?? {};
    return [name, full, profile?.display_name];
  };
  expect(await namesOf('U0VIC')).toEqual(['vic', 'Vic Tanaka', '']);
  slack.rename('vic', { realName: 'Cora Lindqvist' });
  slack.rename('vic', { displayName: 'Cora' });
  const kim = slack.addPerson('kim', { realName: 'Cora Lindqvist', displayName: 'Cora' });
  expect(await namesOf('U0VIC')).toEqual(['vic', 'Cora Lindqvist', 'Cora']);
  expect(await namesOf(kim)).toEqual(['kim', 'Cora Lindqvist', 'Cora']);
  expect(slack.info().people.find(({ id }) => id === 'U0VIC')).toMatchObject({ displayName: 'Cora' });
  slack.reset();
  expect(await namesOf('U0VIC')).toEqual(['vic', 'Vic Tanaka', '']);
});

test('shows an ephemeral message to one person, for whom it can’t be edited by ts', async () => {
  const { web, slack } = await openLocalSlack();
  const { message_ts = '' } = await web.chat.postEphemeral({
    channel: opsChannel,
    user: 'U0ANA',
    text: 'psst',
  });
  expect(slack.sees('ana').map(({ text }) => text)).toEqual(['psst']);
  expect(slack.sees('ben')).toEqual([]);
  expect(await errorOf(web.chat.update({ channel: opsChannel, ts: message_ts, text: 'x' }))).toBe(
    'message_not_found',
  );
  expect(await errorOf(web.chat.postEphemeral({ channel: 'U0ANA', user: 'U0ANA', text: 'x' }))).toBe(
    'channel_not_found',
  );
  expect(await errorOf(web.chat.postEphemeral({ channel: 'C0APPROVALS', user: 'U0VIC', text: 'x' }))).toBe(
    'user_not_in_channel',
  );
});

test('refuses messages without content, over-long texts, broken JSON, and what Skydesk never sends', async () => {
  const { web } = await openLocalSlack();
  const post = (more: Record<string, unknown>): Promise<string> =>
    errorOf(web.apiCall('chat.postMessage', { channel: opsChannel, ...more }));
  expect(await post({ text: ' ' })).toBe('no_text');
  expect(await post({ text: 'x'.repeat(40_001) })).toBe('msg_too_long');
  expect(await post({ text: 'x', blocks: '[{' })).toBe('invalid_blocks_format');
  await expect(
    web.apiCall('chat.postMessage', { channel: opsChannel, text: 'x', attachments: [{ text: 'y' }] }),
  ).rejects.toMatchObject({
    data: { response_metadata: { messages: ['[ERROR] the local Slack does not know: attachments'] } },
  });
  expect(await errorOf(web.apiCall('chat.postMessage', { text: 'x' }))).toBe('invalid_arguments');
  const { ts } = await web.chat.postMessage({ channel: opsChannel, text: 'x' });
  expect(
    await errorOf(web.apiCall('chat.update', { channel: opsChannel, ts, text: 'x'.repeat(4_001) })),
  ).toBe('msg_too_long');
});

test('the first message of a thread names it, as an app sees that, once it has a reply that everybody sees', async () => {
  const { web } = await openLocalSlack();
  const channel = opsChannel;
  const { ts = '' } = await web.chat.postMessage({ channel, text: 'Please approve' });
  const parent = async () => (await web.chat.update({ channel, ts, text: 'Please approve' })).message;
  await web.chat.postEphemeral({ channel, user: 'U0ANA', text: 'psst', thread_ts: ts });
  expect(await parent()).not.toHaveProperty('thread_ts');
  await web.chat.postMessage({ channel, text: 'One', thread_ts: ts });
  expect(await parent()).toMatchObject({ thread_ts: ts });
});

test('enforces the rate limits that Slack documents while they are on, and says when to retry', async () => {
  const { slack, clock } = await openLocalSlack();
  const call = async (method: string, more: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ token: localBotToken, text: 'hi', ...more });
    const response = await fetch(`${slack.apiUrl}${method}`, { method: 'POST', body });
    return `${response.status} ${response.headers.get('retry-after')}`;
  };
  const post = (channel = opsChannel) => call('chat.postMessage', { channel });
  expect([await post(), await post()]).toEqual(['200 null', '200 null']);

  slack.rateLimits.turn(true);
  expect([await post(), await post(), await post('C0APPROVALS')]).toEqual(['200 null', '429 1', '200 null']);
  clock.now += 999;
  expect(await post()).toBe('429 1');
  clock.now += 1;
  expect(await post()).toBe('200 null');

  const look = () => call('usergroups.users.list', { usergroup: 'S0APPROVERS' });
  for (let calls = 0; calls < 20; calls += 1) expect(await look()).toBe('200 null');
  clock.now += 15_000;
  expect(await look()).toBe('429 45');
  expect(Object.fromEntries(slack.rateLimits.refused)).toEqual({
    'chat.postMessage': 2,
    'usergroups.users.list': 1,
  });

  slack.rateLimits.turn(false);
  expect(await look()).toBe('200 null');
});
