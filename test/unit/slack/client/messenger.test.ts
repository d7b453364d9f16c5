import { afterEach, describe, expect, test, vi } from 'vitest';
import { asObjects, asString } from '../../../../local/slack/payload/json.ts';
import type { Fault } from '../../../../local/slack/slack-faults.ts';
import { samplePeople } from '../../../../local/slack/workspace/sample-workspace.ts';
import { type Answer, buttons, chart, note, person, pushTo, table } from '../../../../src/answer/answer.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { NetworkError, request, type SendRequest } from '../../../../src/http/request.ts';
import type { Messenger } from '../../../../src/messaging/messaging.ts';
import type { Profile } from '../../../../src/messaging/person-label.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { homeTeamOf } from '../../../../src/slack/client/home-team.ts';
import { messengerTo } from '../../../../src/slack/client/messenger.ts';
import { responseUrlCheck } from '../../../../src/slack/client/response-url.ts';
import { slackWeb } from '../../../../src/slack/client/web.ts';
import { localBotToken, openLocalSlack } from '../../local/slack/local-slack.ts';

afterEach(() => vi.restoreAllMocks());

/** @param send for the addresses that Slack gives out */
async function atDesk(send: SendRequest = request) {
  const setup = await openLocalSlack();
  const { slack } = setup;
  const secret = async () => ({ botToken: localBotToken, signingSecret: 's' });
  const web = slackWeb({ get: secret, renew: secret }, slack.apiUrl, request);
  const check = responseUrlCheck(
    slack.apiUrl,
    homeTeamOf(web, () => 0),
  );
  const profileOf = async (person: string): Promise<Profile | undefined> => {
    const found = samplePeople.find(({ id }) => id === person);
    return found && { fullName: found.realName, handle: found.name };
  };
  const messenger = messengerTo(web, '/cloud', send, profileOf, check);
  /** Types a line, and resolves to its response URL. */
  const responseUrl = async (): Promise<string> => {
    await slack.type('ana', 'cloud-ops', '/cloud help');
    return String(setup.last().response_url);
  };
  const seen = (person: string, channel?: string) => slack.sees(person, channel).map(({ text }) => text);
  return { ...setup, messenger, responseUrl, seen };
}

type Desk = Awaited<ReturnType<typeof atDesk>>;

/** The addresses that get a request, each of which responds with success. */
function recorder() {
  const asked: string[] = [];
  const send: SendRequest = async (url) => {
    asked.push(url.href);
    return { status: 200, headers: {}, text: 'ok' };
  };
  return { asked, send };
}

const ops = { channel: 'C0CLOUDOPS', person: 'U0ANA' };
const general = { channel: 'C0GENERAL', person: 'U0ANA' };
const hello: Answer = [note('hello')];
const rich: Answer = [
  table({ caption: 'Lines', columns: [{ name: 'a' }], rows: [['one']] }),
  chart({ title: 'Cost', labels: ['Oct'], series: [{ name: 'Total', values: [7] }], unit: '$' }),
];
const refuse = (method: string, error: string, times = 1): Fault => ({ method, error, times });

const direct = { channel: 'D0ANA', person: 'U0ANA' };
const home = { channel: 'U0ANA', person: 'U0ANA' };
const sorry: Answer = [note('not shared')];

test.each<
  [what: string, act: (to: Messenger) => Promise<unknown>, where: string, onlyFor: string | undefined]
>([
  ['a whisper', (to) => to.ephemeral(ops, hello), 'cloud-ops', 'U0ANA'],
  ['a post', (to) => to.post(ops, hello), 'cloud-ops', undefined],
  ['a post in a channel without the bot', (to) => to.post(general, hello), 'dm', undefined],
  ['a shared answer', (to) => to.share(ops, hello, sorry), 'cloud-ops', undefined],
  ['a preview in a channel', (to) => to.preview(ops, hello), 'cloud-ops', 'U0ANA'],
  ['a preview in the direct messages', (to) => to.preview(direct, hello), 'dm', undefined],
  ['an ephemeral answer on the Home tab', (to) => to.ephemeral(home, hello), 'dm', undefined],
  ['a message in place of one on the Home tab', (to) => to.replace(home, hello), 'dm', undefined],
  ['a post on the Home tab', (to) => to.post(home, hello), 'dm', undefined],
])(
  '%s is seen once, in the right place, by all there or by the person only',
  async (_, act, where, onlyFor) => {
    const { messenger, slack, seen } = await atDesk();
    await act(messenger);
    const shown = [...slack.sees('ana', 'cloud-ops'), ...slack.sees('ana', 'dm')];
    expect(shown.map((message) => [message.text, message.onlyFor])).toEqual([['hello', onlyFor]]);
    expect(seen('ana', where)).toEqual(['hello']);
    expect(seen('ben', 'cloud-ops')).toEqual(where === 'cloud-ops' && !onlyFor ? ['hello'] : []);
  },
);

describe('an ephemeral message', () => {
  test.each<[string, (desk: Desk) => string | Promise<string> | undefined, string]>([
    ['to the response URL of the command', ({ responseUrl }) => responseUrl(), 'cloud-ops'],
    ['to the direct message if there is no response URL', () => undefined, 'dm'],
    [
      'to the direct message if the response URL is used up',
      ({ slack }) => `${slack.url}/hooks/commands/T0SKYDESK/0/gone`,
      'dm',
    ],
  ])('that Slack refuses to show in a channel goes %s', async (_, address, place) => {
    const desk = await atDesk();
    const responseUrl = await address(desk);
    desk.slack.fault(refuse('chat.postEphemeral', 'surprise'));
    await desk.messenger.ephemeral({ ...ops, responseUrl }, hello);
    expect(desk.seen('ana', place)).toContain('hello');
    expect(desk.seen('ana').filter((text) => text === 'hello')).toHaveLength(1);
    expect(desk.seen('ben')).not.toContain('hello');
  });

  test('that Slack does not answer is sent nowhere else', async () => {
    const { messenger, slack, responseUrl, seen } = await atDesk();
    slack.fault(refuse('chat.postEphemeral', 'fatal_error'));
    const told = messenger.ephemeral({ ...ops, responseUrl: await responseUrl() }, hello);
    await expect(told).rejects.toBeInstanceOf(Unavailable);
    expect(seen('ana')).not.toContain('hello');
  });

  test('that a rate limit refuses goes to the response URL of the command', async () => {
    const { messenger, slack, responseUrl, seen } = await atDesk();
    slack.fault({ method: 'chat.postEphemeral', retryAfter: 30 });
    await messenger.ephemeral({ ...ops, responseUrl: await responseUrl() }, hello);
    expect(seen('ana', 'cloud-ops')).toContain('hello');
    expect(seen('ben', 'cloud-ops')).not.toContain('hello');
  });

  test('that a rate limit refuses waits for Slack if there is no response URL', async () => {
    const { messenger, slack, seen } = await atDesk();
    slack.fault({ method: 'chat.postEphemeral', retryAfter: 30 });
    await expect(messenger.ephemeral(ops, hello)).rejects.toMatchObject({ retryAfter: 30 });
    expect(seen('ana')).toEqual([]);
  });

  test('with a foreign response URL sends nothing there, and goes where it would without one', async () => {
    const { asked, send } = recorder();
    const { messenger, seen } = await atDesk(send);
    const elsewhere = { ...general, responseUrl: 'http://127.0.0.1:5150/steal' };
    await messenger.ephemeral(elsewhere, hello);
    await messenger.replace({ ...ops, responseUrl: elsewhere.responseUrl }, hello);
    await messenger.remove({ ...ops, responseUrl: elsewhere.responseUrl }, hello);
    expect(asked).toEqual([]);
    expect(seen('ana', 'dm')).toContain('hello');
    expect(seen('ana', 'cloud-ops').filter((text) => text === 'hello')).toHaveLength(2);
  });
});

describe('a message that only one person may ever see', () => {
  test('is ephemeral, in a channel and at the response URL of the command', async () => {
    const { asked, send } = recorder();
    const { messenger, slack, seen } = await atDesk(send);
    expect(await messenger.ephemeralOnly(ops, hello)).toBe(true);
    expect(seen('ana', 'cloud-ops')).toContain('hello');
    slack.fault(refuse('chat.postEphemeral', 'channel_not_found'));
    const responseUrl = 'https://hooks.slack.com/commands/T0SKYDESK/1/abc';
    expect(await messenger.ephemeralOnly({ ...ops, responseUrl }, hello)).toBe(true);
    expect(asked).toEqual([responseUrl]);
    expect([...seen('ben'), ...seen('ana', 'dm')]).not.toContain('hello');
  });

  test('goes to no response URL without TLS, not even the local Slack’s', async () => {
    const { messenger, slack, responseUrl, seen } = await atDesk();
    slack.fault(refuse('chat.postEphemeral', 'channel_not_found'));
    expect(await messenger.ephemeralOnly({ ...ops, responseUrl: await responseUrl() }, hello)).toBe(false);
    expect([...seen('ana'), ...seen('ben')]).not.toContain('hello');
  });

  test.each([
    ['that Slack refuses in the channel', ops],
    ['that comes from the Home tab', home],
  ])('%s is sent nowhere else', async (_, replyTo) => {
    const { messenger, slack, seen } = await atDesk();
    slack.fault(refuse('chat.postEphemeral', 'user_not_in_channel'));
    expect(await messenger.ephemeralOnly(replyTo, hello)).toBe(false);
    expect([...seen('ana'), ...seen('ben')]).not.toContain('hello');
  });

  test('is not dropped while Slack does not answer', async () => {
    const { messenger, slack } = await atDesk();
    slack.fault(refuse('chat.postEphemeral', 'fatal_error'));
    await expect(messenger.ephemeralOnly(ops, hello)).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('a response from another server in place of Slack', () => {
  const said =
    (text: string): SendRequest =>
    async () => ({ status: 200, headers: {}, text });

  test.each([
    ['HTML', '<!DOCTYPE html>'],
    ['nothing', ''],
    ['other JSON', '{"surprise":true}'],
    ['an echo of the request', '{"ok":false,"error":"You sent {\\"ok\\":true}"}'],
  ])('%s at a response URL: the person gets the message all the same', async (_, text) => {
    const { messenger, responseUrl, seen } = await atDesk(said(text));
    await messenger.replace({ ...ops, responseUrl: await responseUrl() }, hello);
    expect(seen('ana', 'cloud-ops')).toContain('hello');
    await messenger.ephemeral({ ...general, responseUrl: await responseUrl() }, hello);
    expect(seen('ana', 'dm')).toContain('hello');
  });

  test.each(['ok', '{"ok":true}', '{"ok": true, "warning": "none"}'])(
    '%s is Slack’s own response, and nothing is sent twice',
    async (text) => {
      const { messenger, responseUrl, seen } = await atDesk(said(text));
      await messenger.replace({ ...ops, responseUrl: await responseUrl() }, hello);
      expect(seen('ana')).not.toContain('hello');
    },
  );

  test.each([
    ['HTML', () => '<!DOCTYPE html>'],
    ['other JSON', () => '{"surprise":true}'],
    ['an echo of the request', (sent: unknown) => JSON.stringify({ ok: false, error: JSON.stringify(sent) })],
  ])('%s from a method is no refusal by Slack', async (_, text) => {
    const send: SendRequest = async (_url, { headers }) => ({
      status: 200,
      headers: {},
      text: text(headers),
    });
    const secret = async () => ({ botToken: localBotToken, signingSecret: 's' });
    const call = slackWeb({ get: secret, renew: secret }, 'http://127.0.0.1:9/api/', send);
    await expect(call((web) => web.views.publish({ user_id: 'U0ANA', view }))).rejects.toThrow(Unavailable);
  });
});

const view = { type: 'home' as const, blocks: [] };

describe('a post', () => {
  test('can be edited in place', async () => {
    const { messenger, slack, seen } = await atDesk();
    const message = await messenger.post(ops, hello);
    await messenger.edit(message, [note('bye')]);
    expect(seen('ben', 'cloud-ops')).toEqual(['bye']);
    expect(slack.calls('chat.update')).toHaveLength(1);
  });

  test('that was deleted is posted again, once, and edited in its new place', async () => {
    const { messenger, seen } = await atDesk();
    const there = await messenger.edit({ channel: ops.channel, ts: '1.1' }, hello);
    if (!there) throw new Error('It is nowhere');
    expect(await messenger.edit(there, [note('bye')])).toEqual(there);
    expect(seen('ben', 'cloud-ops')).toEqual(['bye']);
  });
});

describe('in a thread', () => {
  /** A message with a thread, and the place of a reply in it. */
  async function talk(setup: Desk) {
    const { ts } = await setup.messenger.post(ops, [note('look at this')]);
    await setup.messenger.post({ ...ops, thread: ts }, [note('I see')]);
    return { ...ops, thread: ts };
  }
  const last = ({ slack }: Desk, person: string) => slack.sees(person, 'cloud-ops').at(-1);

  test('an ephemeral message stays in it', async () => {
    const setup = await atDesk();
    const replyTo = await talk(setup);
    await setup.messenger.ephemeral(replyTo, hello);
    expect(last(setup, 'ana')).toMatchObject({ text: 'hello', onlyFor: 'U0ANA', threadTs: replyTo.thread });
  });

  test('an ephemeral message at the response URL of a click stays in it', async () => {
    const setup = await atDesk();
    const replyTo = await talk(setup);
    setup.slack.fault(refuse('chat.postEphemeral', 'not_in_channel'));
    await setup.messenger.ephemeral({ ...replyTo, responseUrl: await setup.responseUrl() }, hello);
    expect(last(setup, 'ana')).toMatchObject({ text: 'hello', onlyFor: 'U0ANA', threadTs: replyTo.thread });
  });

  test('a post stays in it, edited or posted again', async () => {
    const setup = await atDesk();
    const replyTo = await talk(setup);
    const message = await setup.messenger.post(replyTo, hello);
    await setup.messenger.edit(message, [note('bye')]);
    expect(last(setup, 'ben')).toMatchObject({ text: 'bye', threadTs: replyTo.thread });
    await setup.messenger.edit({ ...message, ts: '1.1' }, [note('again')]);
    expect(last(setup, 'ben')).toMatchObject({ text: 'again', threadTs: replyTo.thread });
  });

  test.each(['restricted_action_thread_locked', 'thread_not_found', 'cannot_reply_to_message'])(
    'that Slack refuses with %s, a message goes to the direct message',
    async (error) => {
      const setup = await atDesk();
      const replyTo = await talk(setup);
      setup.slack.fault(refuse('chat.postEphemeral', error));
      await setup.messenger.ephemeral(replyTo, hello);
      setup.slack.fault(refuse('chat.postMessage', error));
      await setup.messenger.post(replyTo, hello);
      expect(setup.seen('ana', 'dm')).toEqual(['hello', 'hello']);
    },
  );

  test('of a channel without the bot, a message goes to the direct message, in no thread', async () => {
    const { messenger, slack } = await atDesk();
    await messenger.post({ ...general, thread: '1.1' }, hello);
    await messenger.ephemeral({ ...general, thread: '1.1' }, hello);
    expect(slack.sees('ana', 'dm').map(({ text, threadTs }) => [text, threadTs])).toEqual([
      ['hello', undefined],
      ['hello', undefined],
    ]);
  });
});

describe('an edit', () => {
  test.each(['channel_not_found', 'is_archived', 'not_in_channel'])(
    'that fails with %s returns that it reached nobody',
    async (error) => {
      const { messenger, slack, seen } = await atDesk();
      const message = await messenger.post(ops, hello);
      slack.fault(refuse('chat.update', error));
      expect(await messenger.edit(message, [note('bye')])).toBeUndefined();
      expect(seen('ben', 'cloud-ops')).toEqual(['hello']);
      expect(await messenger.edit(message, [note('bye')])).toEqual(message);
    },
  );

  test('of a deleted message in a place without posts returns that, too', async () => {
    const { messenger, slack } = await atDesk();
    slack.fault(refuse('chat.postMessage', 'is_archived'));
    expect(await messenger.edit({ channel: ops.channel, ts: '1.1' }, hello)).toBeUndefined();
  });

  test.each(['cant_update_message', 'edit_window_closed', 'is_inactive', 'message_not_found', 'surprise'])(
    'that Slack refuses for good (%s) becomes a new message in its place',
    async (error) => {
      const { messenger, slack, seen } = await atDesk();
      const message = await messenger.post(ops, hello);
      slack.fault(refuse('chat.update', error));
      const moved = await messenger.edit(message, [note('bye')]);
      expect(moved?.ts).not.toBe(message.ts);
      expect(seen('ben', 'cloud-ops')).toEqual(['hello', 'bye']);
    },
  );

  test.each(['token_revoked', 'missing_scope'])(
    'that an administrator can make possible again (%s) is not dropped',
    async (error) => {
      const { messenger, slack, seen } = await atDesk();
      const message = await messenger.post(ops, hello);
      slack.fault(refuse('chat.update', error, 2));
      await expect(messenger.edit(message, [note('bye')])).rejects.toEqual(new SlackRejection(error));
      expect(seen('ben', 'cloud-ops')).toEqual(['hello']);
    },
  );

  test('that Slack does not answer is neither reported nor dropped', async () => {
    const { messenger, slack, seen } = await atDesk();
    const message = await messenger.post(ops, hello);
    slack.fault(refuse('chat.update', 'internal_error'));
    await expect(messenger.edit(message, [note('bye')])).rejects.toBeInstanceOf(Unavailable);
    expect(seen('ben', 'cloud-ops')).toEqual(['hello']);
  });
});

test('a picture is shared in the thread of a message, with an alternative text, and messages show it by its id', async () => {
  const { messenger, slack } = await atDesk();
  const card = await messenger.post(ops, [note('#1')]);
  const content = Buffer.from('PNG');
  const picture = { name: 'path.png', title: 'What #1 opens', words: 'from DE1 to VA1', content };
  const file = await messenger.upload(picture, card);
  const reply = slack.sees('ana', 'cloud-ops').at(-1);
  expect(reply).toMatchObject({ threadTs: card.ts, files: [{ id: file, title: 'What #1 opens' }] });
  const [asked] = slack.calls('files.getUploadURLExternal').map((call) => call.arguments);
  expect(asked).toMatchObject({ filename: 'path.png', alt_txt: 'from DE1 to VA1', length: '3' });
  await messenger.post(ops, [{ kind: 'picture', file, words: 'from DE1 to VA1' }]);
  const shown = slack.sees('ana', 'cloud-ops').at(-1)?.blocks;
  expect(shown).toMatchObject([{ type: 'image', slack_file: { id: file }, alt_text: 'from DE1 to VA1' }]);
});

test('a text comes as a file in direct messages; if Slack refuses it, the person reads what to do', async () => {
  const { messenger, slack } = await atDesk();
  const file = { name: 'log.csv', title: 'Audit log', content: 'a,ü' };
  await messenger.file(ops, file);
  const [sent] = asObjects(slack.sees('ana', 'dm').at(-1)?.files);
  expect(sent).toMatchObject({ name: 'log.csv', title: 'Audit log' });
  expect(await (await fetch(asString(sent?.url_private))).text()).toBe('a,ü');
  slack.fault(refuse('files.getUploadURLExternal', 'missing_scope'));
  await expect(messenger.file(ops, file)).rejects.toThrow('Slack rejected the file.');
});

describe('blocks that Slack refuses', () => {
  test.each(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long', 'invalid_attachments'])(
    '(%s) are sent once more, without tables and charts',
    async (error) => {
      const { messenger, slack } = await atDesk();
      slack.fault(refuse('chat.postMessage', error));
      await messenger.post(ops, rich);
      const sent = slack.calls('chat.postMessage').map((call) => JSON.stringify(call.arguments.blocks));
      expect(sent[0]).toMatch(/data_visualization/);
      expect(sent[1]).not.toMatch(/data_visualization|data_table/);
      expect(sent).toHaveLength(2);
    },
  );

  test('are sent once more without their pictures, with all else as it was', async () => {
    const { messenger, slack } = await atDesk();
    const picture = { kind: 'picture', file: 'F0GONE', words: 'from DE1 to VA1' } as const;
    await messenger.post(ops, [picture, ...rich]);
    const sent = slack.calls('chat.postMessage').map((call) => JSON.stringify(call.arguments.blocks));
    expect(sent[0]).toMatch(/F0GONE.*data_visualization/);
    expect(sent[1]).not.toContain('slack_file');
    expect(sent[1]).toMatch(/data_table.*data_visualization/);
    expect(sent).toHaveLength(2);
  });

  test('twice are an error, and not tried a third time', async () => {
    const { messenger, slack } = await atDesk();
    slack.fault(refuse('chat.postMessage', 'invalid_blocks', 5));
    await expect(messenger.post(ops, rich)).rejects.toMatchObject({ reason: 'invalid_blocks' });
    expect(slack.calls('chat.postMessage')).toHaveLength(2);
  });

  test.each([
    ['in JSON', '{"ok":false,"error":"invalid_blocks"}', 400],
    ['in JSON under a good status', '{"ok":false,"error":"invalid_blocks"}', 200],
    ['in one word', 'invalid_blocks', 400],
  ])('at the response URL of a click, refused %s, are sent there again', async (_, text, status) => {
    const bodies: string[] = [];
    const { messenger, responseUrl, seen } = await atDesk(async (url, options) => {
      bodies.push(String(options.body));
      return bodies.length === 1 ? { status, headers: {}, text } : request(url, options);
    });
    await messenger.replace({ ...ops, responseUrl: await responseUrl() }, rich);
    expect(bodies.map((body) => body.includes('data_visualization'))).toEqual([true, false]);
    expect(seen('ana', 'cloud-ops').join()).toContain('Lines');
  });

  test('are not written to the console, since they can contain anybody’s words', async () => {
    const { messenger, slack } = await atDesk();
    const spies = (['debug', 'info', 'log', 'warn', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    );
    slack.fault({
      ...refuse('chat.postMessage', 'invalid_blocks'),
      more: { response_metadata: { messages: ['[ERROR] series name "secret words" already exists'] } },
    });
    await messenger.post(ops, rich);
    expect(spies.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

/** A click of Ana's on a button of the bot's in this channel. */
async function clicked(channel: string, ephemeral: boolean) {
  const setup = await atDesk();
  const { slack, messenger } = setup;
  const preview = [buttons({ label: 'Press', action: { decide: 'confirm', on: 'p1' } })];
  if (ephemeral) await messenger.ephemeral({ channel, person: 'U0ANA' }, preview);
  else await messenger.preview({ channel, person: 'U0ANA' }, preview);
  await slack.press('ana', 'Press');
  const replyTo = { channel, person: 'U0ANA', responseUrl: String(setup.last().response_url) };
  const shows = () => JSON.stringify(slack.sees('ana')).includes('"Press"');
  expect(shows()).toBe(true);
  return { ...setup, replyTo, shows };
}

test('a shared answer stays out of a channel without the bot, and the person reads so in the channel', async () => {
  const { messenger, responseUrl, seen } = await atDesk();
  await messenger.share({ ...general, responseUrl: await responseUrl() }, hello, sorry);
  expect([...seen('ana'), ...seen('ana', 'dm')]).not.toContain('hello');
  expect(seen('ana', 'cloud-ops')).toContain('not shared');
});

describe('a message whose button was clicked', () => {
  test.each([
    ['an ephemeral one', 'C0CLOUDOPS', true],
    ['one in a direct message', 'D0ANA', false],
  ])('is removed: %s', async (_, channel, ephemeral) => {
    const { messenger, replyTo, shows, seen } = await clicked(channel, ephemeral);
    await messenger.remove(replyTo, hello);
    expect(shows()).toBe(false);
    expect(seen('ana')).not.toContain('hello');
  });

  test('stays if Slack no longer accepts its response URL, and the person gets the answer as a message', async () => {
    const { messenger, replyTo, shows, seen } = await clicked('C0CLOUDOPS', true);
    await messenger.remove({ ...replyTo, responseUrl: `${replyTo.responseUrl}gone` }, hello);
    expect(shows()).toBe(true);
    expect(seen('ana', 'cloud-ops')).toContain('hello');
  });
});

test.each<[string, (to: Messenger, responseUrl: string) => Promise<unknown>]>([
  ['a message in place of one', (to, responseUrl) => to.replace({ ...ops, responseUrl }, hello)],
  ['a removal', (to, responseUrl) => to.remove({ ...ops, responseUrl }, hello)],
  ['a file', (to) => to.file(ops, { name: 'log.csv', title: 'Audit log', content: 'a' })],
])('%s waits for Slack if the address that it gave out does not answer', async (_, act) => {
  const { messenger, responseUrl, seen } = await atDesk(() => Promise.reject(new NetworkError(false, false)));
  await expect(act(messenger, await responseUrl())).rejects.toBeInstanceOf(Unavailable);
  expect([...seen('ana'), ...seen('ana', 'dm')]).not.toContain('hello');
});

test('a preview between two people is seen by its requester only', async () => {
  const { messenger, slack, seen } = await atDesk();
  slack.fault(refuse('chat.postMessage', 'channel_not_found'));
  await messenger.preview(direct, hello);
  expect(seen('ana', 'dm')).toContain('hello');
  expect(slack.sees('ana', 'dm').at(-1)?.onlyFor).toBe('U0ANA');
});

test('an amended message is edited, and never posted again', async () => {
  const { messenger, slack, seen } = await atDesk();
  const posted = await messenger.post(ops, hello);
  await messenger.amend(posted, [note('later')]);
  expect(seen('ben', 'cloud-ops')).toContain('later');
  slack.fault(refuse('chat.update', 'message_not_found'));
  await messenger.amend(posted, [note('too late')]);
  expect(seen('ben', 'cloud-ops')).not.toContain('too late');
});

test.each([
  ['message_not_found', true],
  ['cant_update_message', true],
  ['edit_window_closed', true],
  ['channel_not_found', false],
  ['is_archived', false],
])('an amended message that Slack refuses with %s can be current: %s', async (error, isOver) => {
  const { messenger, slack } = await atDesk();
  const posted = await messenger.post(ops, hello);
  slack.fault(refuse('chat.update', error));
  expect(await messenger.amend(posted, [note('later')])).toBe(isOver);
});

describe('the thread of a card', () => {
  test('takes replies', async () => {
    const { messenger, slack } = await atDesk();
    const card = await messenger.send('C0APPROVALS', hello);
    const reply = await messenger.reply(card, hello);
    expect(reply.thread).toBe(card.ts);
    const replies = slack.sees('ben', 'approvals').filter(({ threadTs }) => threadTs === card.ts);
    expect(replies.map(({ ts }) => ts)).toEqual([reply.ts]);
  });

  test('has a permalink, and a missing permalink is no error', async () => {
    const { messenger, slack } = await atDesk();
    const card = await messenger.send('C0APPROVALS', hello);
    expect(await messenger.permalink(card)).toMatch(
      /^https:\/\/acme\.slack\.com\/archives\/C0APPROVALS\/p\d+$/,
    );
    for (const error of ['message_not_found', 'internal_error', 'ratelimited']) {
      slack.fault(refuse('chat.getPermalink', error, 5));
      expect(await messenger.permalink(card)).toBeUndefined();
      slack.clearFaults();
    }
  });
});

describe('people', () => {
  const [ana, ben] = [person('U0ANA'), person('U0BEN')];
  const asks = [ana, ' asks ', ben];
  const named = 'Ana Ferreira (ana) asks Ben Whitaker (ben)';

  test.each<[string, (messenger: Messenger) => Promise<unknown>, string]>([
    [
      'notified by a channel are mentioned',
      (to) => to.post(ops, [pushTo(['U0BEN'], undefined, ...asks)]),
      'Ana Ferreira (ana) asks <@U0BEN> (ben)',
    ],
    ['are named in a channel', (to) => to.post(ops, [note(...asks)]), named],
    ['are named in a direct message', (to) => to.send('U0ANA', [note(...asks)]), named],
    ['are named in an ephemeral message', (to) => to.ephemeral(ops, [note(...asks)]), named],
    [
      'are named in a message that replaces another one',
      async (to) => to.edit(await to.post(ops, hello), [note(...asks)]),
      named,
    ],
  ])('%s', async (_, send, text) => {
    const { messenger, seen } = await atDesk();
    await send(messenger);
    expect(seen('ana')).toContain(text);
  });

  test('are named in the message that Slack takes in place of one that it refuses', async () => {
    const { messenger, slack, seen } = await atDesk();
    slack.fault(refuse('chat.postMessage', 'invalid_blocks'));
    await messenger.post(ops, [note(...asks)]);
    expect(seen('ben', 'cloud-ops')).toEqual([named]);
    expect(JSON.stringify(slack.sees('ben', 'cloud-ops'))).not.toContain('"user_id"');
  });
});

test('an edit that Slack refuses again in its new place leaves that as it is', async () => {
  const { messenger, slack, seen } = await atDesk();
  const first = await messenger.post(ops, hello);
  slack.refuseEdits('cant_update_message');
  const second = await messenger.edit(first, [note('bye')]);
  expect(second && (await messenger.amend(second, [note('too late')]))).toBe(true);
  expect(seen('ben', 'cloud-ops')).toEqual(['hello', 'bye']);
  slack.refuseEdits();
  await messenger.amend(first, [note('again')]);
  expect(seen('ben', 'cloud-ops')).toEqual(['again', 'bye']);
});
