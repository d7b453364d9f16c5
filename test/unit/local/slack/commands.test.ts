import { expect, test } from 'vitest';
import { escapeLine } from '../../../../local/slack/human/typing.ts';
import { openLocalSlack } from './local-slack.ts';

test('sends a slash command as Slack does, signed', async () => {
  const { slack, received, forged, clock, last } = await openLocalSlack();
  expect(await slack.type('ana', 'cloud-ops', '/cloud alert list')).toMatchObject({ ok: true, status: 200 });
  expect(last()).toEqual({
    token: expect.any(String),
    team_id: 'T0SKYDESK',
    team_domain: 'acme',
    channel_id: 'C0CLOUDOPS',
    channel_name: 'cloud-ops',
    user_id: 'U0ANA',
    user_name: 'ana',
    command: '/cloud',
    text: 'alert list',
    api_app_id: 'A0SKYDESK',
    is_enterprise_install: 'false',
    response_url: expect.stringMatching(`^${slack.url}/hooks/commands/`),
    trigger_id: expect.any(String),
  });
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': String(clock.now / 1000),
  });
  expect(forged).toEqual([]);
});

test('names the channel and the workspace of a command', async () => {
  const { slack, last } = await openLocalSlack();
  await slack.type('ben', 'war-room', '/cloud');
  expect(last()).toMatchObject({ channel_name: 'privategroup', text: '' });
  await slack.type('ben', 'dm', '/cloud');
  expect(last()).toMatchObject({ channel_id: 'D0BEN', channel_name: 'directmessage' });
  await slack.type('sam', 'cloud-ops', '/cloud');
  expect(last()).toMatchObject({ team_id: 'T0GLOBEX', team_domain: 'globex' });
  await expect(slack.type('vic', 'approvals', '/cloud')).rejects.toThrow('vic is not in #approvals.');
  await expect(slack.type('zoe', 'approvals', '/cloud')).rejects.toThrow('There is no person "zoe"');
});

test.each([
  ['mentions', 'who=@ben by @cloud-approvers', 'who=<@U0BEN|ben> by <!subteam^S0APPROVERS|@cloud-approvers>'],
  ['channels', 'in #approvals', 'in <#C0APPROVALS|approvals>'],
  ['links', 'see https://x.example/a?b=1', 'see <https://x.example/a?b=1>'],
  ['addresses', 'to=a.b@acme.example', 'to=<mailto:a.b@acme.example|a.b@acme.example>'],
  ['markup', '<!channel> & <@U0BEN>', '&lt;!channel&gt; &amp; &lt;@U0BEN&gt;'],
  ['nothing else', '“cpu” tcp/443 @nobody #1', '“cpu” tcp/443 @nobody #1'],
])('escapes %s in typed text', (_, typed, sent) => {
  expect(escapeLine(typed)).toBe(sent);
});

test('sends emoji by name and tags without labels only if it is told to', async () => {
  const { slack, last } = await openLocalSlack();
  const typed = '👍🏼 ❤️ by @ben @cloud-approvers @here in #approvals';
  const plain =
    '👍🏼 ❤️ by <@U0BEN|ben> <!subteam^S0APPROVERS|@cloud-approvers> @here in <#C0APPROVALS|approvals>';
  await slack.type('ana', 'cloud-ops', `/cloud ${typed}`);
  expect(last()).toMatchObject({ text: plain });
  slack.encode({ shortcodes: true, bareTags: true });
  await slack.type('ana', 'cloud-ops', `/cloud ${typed}`);
  expect(last()).toMatchObject({
    text: ':+1::skin-tone-3: :heart: by <@U0BEN> <!subteam^S0APPROVERS> <!here> in <#C0APPROVALS|>',
  });
  slack.encode();
  await slack.type('ana', 'cloud-ops', `/cloud ${typed}`);
  expect(last()).toMatchObject({ text: plain });
});

test('sends a direct message with a file, to the channel of its thread, or by /me, if it is told to', async () => {
  const { slack, last } = await openLocalSlack();
  await slack.type('ana', 'dm', 'alert list');
  expect(Object(last()).event).not.toHaveProperty('subtype');
  const threadTs = String(slack.sees('ana', 'dm').at(-1)?.ts);
  await slack.type('ana', 'dm', 'alert list', { subtype: 'file_share' });
  expect(last()).toMatchObject({ event: { subtype: 'file_share', files: [{ id: expect.any(String) }] } });
  await slack.type('ana', 'dm', 'alert list', { subtype: 'thread_broadcast', threadTs });
  expect(last()).toMatchObject({ event: { subtype: 'thread_broadcast', thread_ts: threadTs } });
  await slack.type('ana', 'dm', 'alert list', { subtype: 'me_message' });
  expect(last()).toMatchObject({ event: { subtype: 'me_message', text: 'alert list' } });
});

test('sends a mention as an event, again if it was not acknowledged', async () => {
  const { slack, received, reply, forged } = await openLocalSlack();
  reply({ status: 500 });
  await slack.type('ben', 'cloud-ops', 'WEB01 is slow');
  const parent = String(slack.sees('ana').at(-1)?.ts);
  await slack.type('ana', 'cloud-ops', '@Skydesk alert list', { threadTs: parent });
  expect(received.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([undefined, '1']);
  expect(received[1]?.headers['x-slack-retry-reason']).toBe('http_error');
  expect(received[1]?.body).toEqual(received[0]?.body);
  expect(received[0]?.body).toMatchObject({
    type: 'event_callback',
    team_id: 'T0SKYDESK',
    event_id: expect.any(String),
    event: {
      type: 'app_mention',
      user: 'U0ANA',
      channel: 'C0CLOUDOPS',
      text: '<@U0SKYDESK> alert list',
      thread_ts: parent,
    },
  });
  expect(forged).toEqual([]);
});

test('does not send the bot messages that don’t mention it, or from channels without it', async () => {
  const { slack, received } = await openLocalSlack();
  expect(await slack.type('ana', 'cloud-ops', 'good morning')).toBeUndefined();
  expect(await slack.type('ana', 'general', '@skydesk hello')).toBeUndefined();
  expect(received).toEqual([]);
});

test('sends the bot all messages in its direct messages, and no mention there', async () => {
  const { slack, received, last } = await openLocalSlack();
  await slack.type('ana', 'dm', 'alert list @skydesk');
  expect(received).toHaveLength(1);
  expect(last()).toMatchObject({ event: { type: 'message', channel_type: 'im', user: 'U0ANA' } });
});
