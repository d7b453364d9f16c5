import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hashOfToken, newToken } from '../../../../src/api-keys/api-key-token.ts';
import { cachedSecret } from '../../../../src/aws/lambda/cached-secret.ts';
import { commandFor } from '../../../../src/command-line/parse-command.ts';
import { remainingMs } from '../../../../src/core/deadline.ts';
import type { GatewayEvent } from '../../../../src/http/gateway-event.ts';
import type { Job } from '../../../../src/queue/job.ts';
import type { Queue } from '../../../../src/queue/queue.ts';
import { readSigningSecret } from '../../../../src/slack/api/slack-secret.ts';
import { createApp } from '../../../../src/slack/receive/create-app.ts';
import type { OpenView } from '../../../../src/slack/receive/open-view.ts';
import { filterAction, formView } from '../../../../src/slack/render/form-view.ts';
import { previewCallback } from '../../../../src/slack/render/preview-view.ts';
import { reviewCallback } from '../../../../src/slack/render/review-view.ts';
import {
  inBase64,
  now,
  seconds,
  secret,
  signature,
  signed,
  signedEvent,
} from '../../../support/signed-events.ts';

/** The receiver over memory: the queued jobs, the log lines, and how often the secret was read. */
function open(
  more: { queue?: Queue<Job>; read?: () => Promise<string>; loadingMs?: number; pushView?: OpenView } = {},
) {
  const jobs: Job[] = [];
  const logged: string[] = [];
  const seen = { now, reads: 0, signingSecret: secret };
  const read =
    more.read ?? (async () => JSON.stringify({ signingSecret: seen.signingSecret, botToken: 'xoxb' }));
  const clock = () => seen.now;
  const counted = () => {
    seen.reads += 1;
    return read();
  };
  const receiver = createApp({
    command: '/cloud',
    secret: cachedSecret(counted, readSigningSecret, clock),
    queue: more.queue ?? {
      send: async (job) => {
        jobs.push(job);
      },
    },
    openView: async () => ({ state: 'refused', why: 'not here' }),
    pushView: more.pushView ?? (async () => ({ state: 'refused', why: 'not here' })),
    clock,
    loadingMs: more.loadingMs ?? 0,
    log: (event, facts) => {
      logged.push(JSON.stringify({ event, ...facts }));
    },
  });
  return {
    handle: (event: GatewayEvent) => receiver.handle(event),
    keepWarm: () => receiver.keepWarm(),
    jobs,
    logged,
    seen,
  };
}

/** The response to one request, and its effects. */
async function received(event: GatewayEvent, more?: Parameters<typeof open>[0]) {
  const { handle, jobs, logged } = open(more);
  const { statusCode, body = '' } = await handle(event);
  return { statusCode, body, jobs, logged };
}

const command = (text: string, more: Record<string, string> = {}): GatewayEvent =>
  signed(
    new URLSearchParams({
      command: '/cloud',
      text,
      team_id: 'T1',
      channel_id: 'C1',
      user_id: 'U1',
      response_url: 'https://hooks.example/1',
      trigger_id: 't',
      ...more,
    }).toString(),
  );
const interaction = (payload: object): GatewayEvent =>
  signed(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
const click = (action: object, more: object = {}) =>
  interaction({
    type: 'block_actions',
    user: { id: 'U1', team_id: 'T1' },
    team: { id: 'T1' },
    channel: { id: 'C1' },
    response_url: 'https://hooks.example/2',
    actions: [{ type: 'button', block_id: 'b', ...action }],
    ...more,
  });
/** An open view, with its metadata. */
const viewOf = (callbackId: string, metadata?: object, more: object = {}) => ({
  id: 'V1',
  callback_id: callbackId,
  private_metadata: metadata ? JSON.stringify(metadata) : '',
  blocks: [],
  state: { values: {} },
  ...more,
});
/** A submitted form or review; in a review, the approval of the request. */
const submission = (callbackId: string, metadata: object, more: object = {}) =>
  interaction({
    type: 'view_submission',
    user: { id: 'U1', team_id: 'T1' },
    team: { id: 'T1' },
    view: viewOf(callbackId, metadata),
    ...more,
  });
const replyTo = { channel: 'C1', person: 'U1' };
const alertList = commandFor('alert.list', {});
const mention = (more: object = {}, around: object = {}) =>
  signedEvent(
    { type: 'app_mention', user: 'U1', channel: 'C1', text: '<@U0BOT> alert list', ts: '1.1', ...more },
    around,
  );
const opened = (more: object = {}, around: object = {}) =>
  signedEvent({ type: 'app_home_opened', user: 'U1', channel: 'D1', tab: 'home', ...more }, around);
const direct = (more: object = {}) =>
  signedEvent({
    type: 'message',
    channel_type: 'im',
    user: 'U1',
    channel: 'D1',
    text: 'x',
    ts: '1.1',
    ...more,
  });
/** The event that a request holds. */
const eventIn = (request: GatewayEvent): object => JSON.parse(request.body ?? '').event;
const acknowledged = expect.stringMatching(/^{"event":"acknowledged","status":200,"ms":\d+(,"cold":true)?}$/);

/** A queue that is down. */
const broken: Queue<Job> = { send: () => Promise.reject(new Error('secret-of-aws')) };

describe('a request with an API key in its words queues only whose key it is:', () => {
  const id = { person: 'U0ANA', id: '7f3a21' };
  const token = newToken(id);
  const name = { type: 'plain_text_input', value: `with ${token}` };
  const state = { values: { 'field:name': { name } } };
  const entered = (callbackId: string) =>
    submission('', {}, { view: viewOf(callbackId, { channel: 'C2' }, { state }) });
  test.each<[string, GatewayEvent, string]>([
    ['a command', command(`alert delete "Disk 80" why="with ${token}"`), 'C1'],
    ['a mention', mention({ text: `<@U0BOT> alert show ${token}` }), 'C1'],
    ['a button', click({ action_id: 'line:3', value: `alert show ${token}` }), 'C1'],
    ['a form', entered(formView), 'C2'],
    ['a reason', entered(reviewCallback), 'C2'],
  ])('%s', async (_, request, channel) => {
    const { statusCode, body, jobs, logged } = await received(request);
    expect(statusCode).toBe(200);
    expect(jobs).toMatchObject([
      {
        kind: 'typedKey',
        team: 'T1',
        replyTo: { channel, person: 'U1' },
        typed: { ...id, hash: hashOfToken(token) },
      },
    ]);
    for (const said of [body, JSON.stringify(jobs), logged.join()]) expect(said).not.toContain(token);
    if (channel === 'C2')
      expect(JSON.parse(body)).toEqual({
        response_action: 'errors',
        errors: { 'field:name': 'Remove this API key. It no longer works.' },
      });
  });

  test('the message that shows a new key is not such a request', async () => {
    const message = { text: token, blocks: [] };
    const press = click({ action_id: 'line:3', value: 'key revoke 7f3a21' }, { message });
    const { jobs } = await received(press);
    expect(jobs).toMatchObject([{ kind: 'command', operation: 'key.revoke' }]);
  });
});

describe('valid requests', () => {
  test('a command is queued with its meaning, and acknowledged without words', async () => {
    const { statusCode, body, jobs, logged } = await received(command('alert show “Disk 80”'));
    expect([statusCode, body]).toEqual([200, '']);
    expect(jobs).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        team: 'T1',
        replyTo: { ...replyTo, responseUrl: 'https://hooks.example/1' },
        ...commandFor('alert.show', { policy: 'Disk 80' }),
      },
    ]);
    expect(logged).toEqual([acknowledged]);
  });

  test('the same request twice is the same job', async () => {
    const { handle, jobs } = open();
    await handle(command('alert list'));
    await handle(inBase64(command('alert list')));
    expect(jobs[0]).toEqual(jobs[1]);
  });

  test.each([
    [{ action_id: 'line:3', value: 'alert list' }, alertList],
    [
      { action_id: 'line:3', value: 'help alert' },
      { kind: 'help', words: [{ text: 'alert' }] },
    ],
    [
      { action_id: 'line:3', value: 'alert show' },
      {
        ...commandFor('alert.show', {}),
        kind: 'form',
        filters: {},
        problems: [
          { field: 'policy', message: 'is missing: the name or id of the alert policy', missing: true },
        ],
        line: 'alert show',
      },
    ],
    [
      { action_id: 'decide:confirm', value: 'p1' },
      { kind: 'decision', decision: 'confirm', on: 'p1' },
    ],
    [
      { action_id: 'decide:cancel', value: 'p1' },
      { kind: 'decision', decision: 'cancel', on: 'p1' },
    ],
  ])('a click on %o becomes a job', async (action, job) => {
    const { statusCode, jobs } = await received(click(action));
    expect(statusCode).toBe(200);
    expect(jobs).toEqual([
      {
        id: expect.any(String),
        team: 'T1',
        replyTo: { ...replyTo, responseUrl: 'https://hooks.example/2' },
        ...job,
      },
    ]);
  });

  test.each([
    ['another of their workspaces', { user: { id: 'U1', team_id: 'T2' } }, 'T1'],
    ['the organization', { user: { id: 'W1', team_id: 'E1' }, enterprise: { id: 'E1', name: 'Acme' } }, 'T1'],
    ['no workspace', { user: { id: 'U1' } }, 'T1'],
    ['the only named workspace', { team: null, user: { id: 'U1', team_id: 'T2' } }, 'T2'],
  ])('a click or a form by a person of %s comes from where it was clicked', async (_, more, team) => {
    const { handle, jobs } = open();
    await handle(click({ action_id: 'decide:confirm', value: 'p1' }, more));
    await handle(submission(formView, { operation: 'alert.list', channel: 'C1' }, more));
    await handle(submission(reviewCallback, { vote: 'approve', change: 'a1', channel: 'C1' }, more));
    expect(jobs.map(({ kind, team: from }) => [kind, from])).toEqual([
      ['decision', team],
      ['command', team],
      ['vote', team],
    ]);
  });

  test('an answer without the queue depends on the line only, not on the person', async () => {
    const word = fc.constantFrom(
      'help',
      'alert',
      'alrt',
      'list',
      'firewall',
      'nonsense',
      'cpu=200',
      'why="x"',
      '',
    );
    const stranger = { user_id: 'U0GUS', team_id: 'T2', channel_id: 'C2' };
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 4 }), async (typed) => {
        const { handle, jobs } = open();
        const line = typed.join(' ');
        const [mine, theirs] = [await handle(command(line)), await handle(command(line, stranger))];
        if (jobs.length > 0) expect(jobs.map(({ replyTo: { person } }) => person)).toEqual(['U1', 'U0GUS']);
        else answered += 1;
        expect(theirs).toEqual(mine);
      }),
      { numRuns: 60 },
    );
    expect(answered).toBeGreaterThan(10);
  });

  test('a mistake is answered at once, for the person only, without the queue', async () => {
    const { handle, jobs } = open();
    const answer = await handle(command('alert lsit'));
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(answer.body)).toMatchObject({
      response_type: 'ephemeral',
      text: '❌ Unknown command “alert lsit”.',
      blocks: expect.arrayContaining([expect.objectContaining({ type: 'actions' })]),
    });
    expect(jobs).toEqual([]);
  });
});

describe('events', () => {
  const id = expect.stringMatching(/^[0-9a-f]{32}$/);

  test.each<[string, GatewayEvent, object]>([
    ['a mention in a channel is answered there', mention(), { replyTo, ...alertList }],
    [
      'a mention in a thread is answered in it',
      mention({ thread_ts: '1.0', text: '<@U0BOT> who=<@U2> “a b”' }),
      {
        kind: 'help',
        replyTo: { ...replyTo, thread: '1.0' },
        words: [{ key: 'who', text: '@U2' }, { text: 'a b' }],
      },
    ],
    [
      'a direct message is a command',
      direct({ text: 'alert list' }),
      { replyTo: { ...replyTo, channel: 'D1' }, ...alertList },
    ],
    [
      'a mention in a message that has a thread is answered beside it',
      mention({ thread_ts: '1.1' }),
      { replyTo, ...alertList },
    ],
    [
      'a mention in a shared channel comes from the workspace that the app is installed in',
      mention({ user_team: 'T2', team: 'T2' }, { team_id: 'T2' }),
      { replyTo, ...alertList },
    ],
    [
      'a mention that names no installation comes from the workspace that Slack names',
      mention({}, { team_id: 'T2', authorizations: [{ user_id: 'U0BOT', is_bot: true }] }),
      { team: 'T2', replyTo, ...alertList },
    ],
    [
      'an opened Home tab is rendered, and is no channel',
      opened(),
      { kind: 'home', replyTo: { channel: 'U1', person: 'U1' }, answered: false },
    ],
  ])('%s', async (_, one, job) => {
    const { statusCode, body, jobs, logged } = await received(one);
    expect([statusCode, body]).toEqual([200, '']);
    expect(jobs).toEqual([{ id, team: 'T1', ...job }]);
    expect(logged).toEqual([acknowledged]);
  });

  test('the same event, with a new signature, is the same job; another message is another one', async () => {
    const { handle, jobs, seen } = open();
    const later = String(now / 1000 + 60);
    const body = mention().body ?? '';
    await handle(mention());
    await handle(mention({ ts: '1.2' }, { event_id: 'Ev2' }));
    seen.now += 60_000;
    await handle(
      signed(body, 'application/json', { 'x-slack-request-timestamp': later, 'x-slack-retry-num': '1' }),
    );
    expect(jobs).toHaveLength(3);
    expect(jobs[2]).toEqual(jobs[0]);
    expect(jobs[1]?.id).not.toBe(jobs[0]?.id);
  });

  test.each([
    ['a mention', mention],
    ['a direct message', direct],
  ])('%s that Slack sends as two events is one job', async (_, message) => {
    const { handle, jobs } = open();
    await handle(message());
    await handle(signedEvent({ ...eventIn(message()), event_ts: '9.9' }, { event_id: 'Ev2' }));
    expect(jobs).toHaveLength(2);
    expect(jobs[1]).toEqual(jobs[0]);
  });

  test.each([
    ['with a file', { subtype: 'file_share', files: [{ id: 'F1' }] }],
    ['that the channel shows too, answered there', { subtype: 'thread_broadcast', thread_ts: '1.0' }],
    ['by /me', { subtype: 'me_message' }],
  ])('a direct message %s is a command', async (_, more) => {
    const { jobs } = await received(direct({ text: 'alert list', ...more }));
    expect(jobs).toMatchObject([{ ...alertList, replyTo: { channel: 'D1', person: 'U1' } }]);
    expect(jobs[0]?.replyTo).not.toHaveProperty('thread');
  });

  test('a request that can’t be queued is not acknowledged, so that Slack retries it', async () => {
    for (const one of [mention(), opened()])
      expect((await received(one, { queue: broken })).statusCode).toBe(500);
  });
});

describe('the place of a click', () => {
  const press = { action_id: 'line:0', value: 'alert list' };
  const message = { type: 'message', channel_id: 'C1', message_ts: '1.2' };
  const view = viewOf('');

  test.each<[string, object, object]>([
    ['in a channel', { container: message }, replyTo],
    ['in a thread', { container: { ...message, thread_ts: '1.0' } }, { ...replyTo, thread: '1.0' }],
    [
      'in a reply that is also sent to the channel',
      { container: { ...message, thread_ts: '1.0' }, message: { subtype: 'thread_broadcast' } },
      replyTo,
    ],
    ['below a message that has a thread', { container: { ...message, thread_ts: '1.2' } }, replyTo],
    [
      'on the Home tab',
      { channel: undefined, view, container: { type: 'view', view_id: 'V1' } },
      { channel: 'U1', person: 'U1' },
    ],
  ])('%s', async (_, where, expected) => {
    const { jobs } = await received(click(press, { response_url: undefined, ...where }));
    expect(jobs.map((job) => job.replyTo)).toEqual([expected]);
  });

  test('Refresh publishes the Home tab again', async () => {
    const press = click({ action_id: 'show:home', value: 'home' }, { channel: undefined, view });
    const { jobs } = await received(press);
    expect(jobs).toMatchObject([{ kind: 'home', replyTo: { channel: 'U1', person: 'U1' }, answered: false }]);
  });
});

describe('what this version does not know is answered:', () => {
  test.each<[string, GatewayEvent]>([
    ['a button of another kind of request', click({ action_id: 'decide:approve', value: 'p1' })],
    ['a button without a decision', click({ action_id: 'decide', value: 'p1' })],
    ['a button of another app', click({ action_id: 'other:1', value: 'x' })],
    ['a button without an id', click({ action_id: '', value: 'x' })],
    ['a decision named like an inherited property', click({ action_id: 'decide:constructor', value: 'x' })],
    [
      'an option of another menu',
      click({ type: 'overflow', action_id: 'line:0', selected_option: { value: 'alert list' } }),
    ],
    [
      'a choice in another menu',
      click({ type: 'static_select', action_id: 'menu:new', selected_option: { value: 'line|x' } }),
    ],
  ])('%s', async (_, event) => {
    const { statusCode, jobs } = await received(event);
    expect(statusCode).toBe(200);
    expect(jobs).toMatchObject([{ kind: 'unknownAction', team: 'T1', replyTo }]);
  });

  test.each(['', 'form:2', 'previews'])(
    'a modal of the kind “%s” says so in its place',
    async (callbackId) => {
      const { body, jobs } = await received(submission(callbackId, {}));
      expect(JSON.parse(body)).toMatchObject({ response_action: 'update', view: { type: 'modal' } });
      expect(body).toContain('This form changed in a newer version. Open it again.');
      expect(jobs).toEqual([]);
    },
  );
});

const json = (text: string): GatewayEvent => signed(text, 'application/json');

test.each<[string, GatewayEvent]>([
  ['a mention by a bot', mention({ bot_id: 'B1' })],
  ['a mention by nobody', mention({ user: undefined })],
  ['a mention by this bot', mention({ user: 'U0BOT' })],
  ['a mention by Slackbot, whose reminders can hold one', mention({ user: 'USLACKBOT' })],
  ['a direct message of the bot itself', direct({ user: 'U0BOT' })],
  ['a direct message of another bot', direct({ bot_id: 'B1' })],
  ...['message_changed', 'message_deleted', 'bot_message', 'channel_topic', 'pinned_item'].map(
    (subtype): [string, GatewayEvent] => [`a direct message of the subtype ${subtype}`, direct({ subtype })],
  ),
  ['a file without words', direct({ subtype: 'file_share', text: '' })],
  ['a picture without words', direct({ text: ' ' })],
  ['a message in a channel', direct({ channel_type: 'channel', channel: 'C1' })],
  ['the tab of messages', opened({ tab: 'messages' })],
  ['a tab that is not named', opened({ tab: undefined })],
  ['another event', signedEvent({ type: 'team_join', user: { id: 'U1' } })],
  ['an unsigned certificate check', { body: 'ssl_check=1&token=x' }],
  ['a signed certificate check', signed('ssl_check=1&token=x')],
  ['a url_verification of nothing', json('{"type":"url_verification"}')],
  ['an unknown type', json('{"type":"moon_landing"}')],
  ['a type that is no text', json('{"type":{"a":1}}')],
  ['an empty object', json('{}')],
])('%s is acknowledged and does nothing', async (_, event) => {
  const { statusCode, body, jobs } = await received(event);
  expect([statusCode, body, jobs]).toEqual([200, '', []]);
});

test('the challenge of a signed url_verification is answered, and refusals have their status', async () => {
  const challenge = '{"type":"url_verification","challenge":"c"}';
  for (const [event, status, said] of [
    [json(challenge), 200, 'c'],
    [{ body: challenge }, 401, ''],
    [json('{'), 400, ''],
  ] as const)
    expect(await received(event)).toMatchObject({ statusCode: status, body: said, jobs: [] });
});

describe('a signed request that Slack never sends is refused as a bad request:', () => {
  const odd = (more: object) => click({ action_id: 'line:0', value: 'alert list' }, more);
  const view = viewOf(formView, { operation: 'alert.list', channel: 'C1' });
  const form = (more: object) => submission('', {}, { view, ...more });

  test('a valid form is accepted', async () => {
    expect((await received(form({}))).statusCode).toBe(200);
  });

  test.each<[string, GatewayEvent]>([
    ['a mention without text', mention({ text: undefined })],
    ['a mention in no channel', mention({ channel: { id: 'C1' } })],
    ['a mention in a thread that is no text', mention({ thread_ts: 1 })],
    ['a Home tab of nobody', opened({ user: undefined })],
    ['an event without an id', opened({}, { event_id: undefined })],
    ['an invalid event', signedEvent({})],
    ['an event of null', mention({}, { event: null })],
    ['an event that is not marked as one', mention({}, { type: 'block_actions' })],
    ['a click without actions', odd({ actions: undefined })],
    ['a click with no action', odd({ actions: [] })],
    ['a click with actions that are no list', odd({ actions: 'x' })],
    ['a click with an action of null', odd({ actions: [null] })],
    ['a click with an action without id', odd({ actions: [{ type: 'button' }] })],
    ['a click without a person', odd({ user: undefined })],
    ['a click with a person of null', odd({ user: null })],
    ['actions of another type, which Bolt would take for a click', odd({ type: 'interactive_message' })],
    ['actions without a type', odd({ type: undefined })],
    ['actions of an unknown type', odd({ type: 'moon_landing' })],
    ['a form without a view', form({ view: undefined })],
    ['a form with a view of null', form({ view: null })],
    ['a form without a person', form({ user: undefined })],
    ['a form without the state of its view', form({ view: { ...view, state: undefined } })],
    ['a form without the blocks of its view', form({ view: { ...view, blocks: undefined } })],
    ['a form without the metadata of its view', form({ view: { ...view, private_metadata: undefined } })],
    ['a form of a view without a name', form({ view: { ...view, callback_id: undefined } })],
    ['a command without a person', command('alert list', { user_id: '' })],
    ['a command in no channel', command('alert list', { channel_id: '' })],
    ['a command in no workspace', command('alert list', { team_id: '' })],
  ])('%s', async (_, event) => {
    expect(await received(event)).toMatchObject({ statusCode: 400, jobs: [] });
  });
});

describe('a function that has just started', () => {
  afterEach(() => vi.useRealTimers());

  /** The milliseconds that remain for the queue, for each of two commands. */
  async function left(loadingMs: number, { warmed }: { warmed: boolean }): Promise<readonly number[]> {
    vi.useFakeTimers({ toFake: ['performance'] });
    const times: number[] = [];
    const queue: Queue<Job> = {
      send: async () => {
        times.push(remainingMs(60_000));
      },
    };
    const { handle, keepWarm } = open({ queue, loadingMs });
    if (warmed) await keepWarm();
    for (const line of ['alert list', 'dc list']) await handle(command(line));
    return times;
  }

  test.each([
    ['has less time for its first request, which has waited for the start', 400, [2_000, 2_400]],
    ['leaves enough time for the queue, however long the start took', 9_000, [1_800, 2_400]],
  ])('%s', async (_, loadingMs, expected) => {
    expect(await left(loadingMs, { warmed: false })).toEqual(expected);
  });

  test('and was kept warm has all of the time for its first request', async () => {
    expect(await left(400, { warmed: true })).toEqual([2_400, 2_400]);
  });

  test('marks its first acknowledgement as cold', async () => {
    const { handle, logged } = open();
    for (const line of ['alert list', 'dc list']) await handle(command(line));
    const cold = logged.filter((one) => one.includes('acknowledged')).map((one) => JSON.parse(one).cold);
    expect(cold).toEqual([true, undefined]);
  });

  test('reads the secret when it is kept warm, so that the first request need not', async () => {
    const { keepWarm, handle, seen } = open();
    await keepWarm();
    await handle(command('alert list'));
    expect(seen.reads).toBe(1);
  });
});

describe('a form', () => {
  const metadata = {
    operation: 'alert.list',
    channel: 'C1',
    thread: '1.1',
    responseUrl: 'https://hooks.example/1',
  };
  const filled = viewOf(formView, { ...metadata, edits: 'preview' });
  const replyTo = { channel: 'C1', thread: '1.1', person: 'U1', responseUrl: 'https://hooks.example/1' };

  test('that is submitted gets a modal on top, in which the worker shows the preview', async () => {
    const blocks = [{ type: 'input', block_id: 'field:policy' }];
    const state = { values: { 'field:policy': { value: { value: 'Disk 80' } } } };
    const view = viewOf(formView, { ...metadata, operation: 'alert.delete' }, { blocks, state });
    const { body, jobs } = await received(submission(formView, {}, { view }));
    const [job] = jobs;
    const deletion = commandFor('alert.delete', { policy: 'Disk 80' });
    expect(job).toEqual({ ...deletion, id: job?.id, team: 'T1', replyTo, view: { external: job?.id } });
    expect(JSON.parse(body)).toMatchObject({
      response_action: 'push',
      view: { callback_id: previewCallback, external_id: job?.id, close: { text: 'Back' } },
    });
  });

  test('of a read is closed, and its answer is a message', async () => {
    const { body, jobs } = await received(submission(formView, metadata));
    expect(jobs).toEqual([{ ...alertList, id: expect.any(String), team: 'T1', replyTo }]);
    expect(body).toBe('');
  });

  test('that Edit opened is marked so when it is opened, filled again, and submitted', async () => {
    const { handle, jobs } = open();
    await handle(click({ action_id: 'edit:1', value: 'alert delete "Disk 80"' }));
    await handle(click({ action_id: filterAction, type: 'plain_text_input', value: 'x' }, { view: filled }));
    await handle(submission(formView, { ...metadata, edits: 'preview' }));
    expect(jobs).toMatchObject([
      { kind: 'form', raw: { policy: 'Disk 80' }, edits: true },
      { kind: 'form', edits: true },
      { kind: 'command', edits: true },
    ]);
  });

  test('has a preview on top that confirms the change, and closes both', async () => {
    const { operation: _, ...where } = metadata;
    const { body, jobs } = await received(submission(previewCallback, { pending: 'p1', ...where }));
    expect(jobs).toEqual([
      {
        kind: 'decision',
        decision: 'confirm',
        on: 'p1',
        inModal: true,
        id: expect.any(String),
        team: 'T1',
        replyTo,
      },
    ]);
    expect(JSON.parse(body)).toEqual({ response_action: 'clear' });
  });

  test('keeps its modal if the queue doesn’t answer, and says that the change may be made all the same', async () => {
    const confirmation = submission(previewCallback, { pending: 'p1', channel: 'C1' });
    const { body } = await received(confirmation, { queue: broken });
    expect(JSON.parse(body)).toMatchObject({ response_action: 'update', view: { close: { text: 'Back' } } });
    expect(body).toContain('Skydesk may not have received this. If it did, a message shows the outcome.');
    expect(body).toContain('Check that, and Home, before you try again.');
  });
});

describe('a button in a review', () => {
  const raw = JSON.stringify({ dc: 'de1', source: '10.0.0.0/8' });
  const asked = { vote: 'approve', change: 'a1', channel: 'C1' };
  const view = viewOf(reviewCallback, { ...asked, operation: 'firewall.create', raw });
  const press = (actionId: string) => click({ action_id: actionId, value: 'x' }, { view, trigger_id: 't' });

  test.each([
    ['turn:reject', ['comment']],
    ['turn:suggest', ['narrower.source', 'comment']],
  ])('%s opens a form of its own on top', async (actionId, inputs) => {
    const pushed: unknown[] = [];
    const { jobs } = await received(press(actionId), {
      pushView: async (trigger, form) => {
        pushed.push([
          trigger,
          form.blocks.flatMap((block) => (block.type === 'input' ? [block.block_id] : [])),
        ]);
        return { state: 'open', view: { id: 'V2' } };
      },
    });
    expect(pushed).toEqual([['t', inputs]]);
    expect(jobs).toEqual([]);
  });

  test('whose form Slack refuses to open is answered by the worker', async () => {
    const { jobs } = await received(press('turn:reject'));
    expect(jobs).toMatchObject([{ kind: 'review', change: 'a1', replyTo: { channel: 'C1', person: 'U1' } }]);
    expect(jobs).not.toHaveProperty([0, 'view']);
  });

  test('that this version does not have does nothing', async () => {
    expect((await received(press('turn:constructor'))).jobs).toEqual([]);
  });
});

describe('errors of the queue and of secrets', () => {
  test('a decision that the queue doesn’t answer stays in its modal, which says that it may count', async () => {
    const approval = submission(reviewCallback, { vote: 'approve', change: 'a1', channel: 'C1' });
    const { statusCode, body, logged } = await received(approval, { queue: broken });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({
      response_action: 'errors',
      errors: { comment: 'Skydesk may not have received this. Try again in a minute. It counts once.' },
    });
    expect(logged.join()).not.toContain('secret-of-aws');
  });

  test('a command that can’t be queued is answered with an error', async () => {
    const { statusCode, body, logged } = await received(command('alert delete x'), { queue: broken });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body).text).toMatch(/couldn’t process this\. Try again in a minute/);
    expect(logged).toEqual([
      expect.stringMatching(/^\{"event":"not queued","error":"Error at bolt-receiver\.test\.ts:[^"]+"\}$/),
      acknowledged,
    ]);
    expect(logged.join()).not.toContain('secret-of-aws');
  });

  test('a click that can’t be queued is not acknowledged, so that Slack shows an error', async () => {
    const press = click({ action_id: 'line:0', value: 'alert list' });
    const { statusCode, logged } = await received(press, { queue: broken });
    expect(statusCode).toBe(500);
    expect(logged.join()).not.toContain('secret-of-aws');
  });

  test.each([
    ['cannot be read', () => Promise.reject(new Error('secret-of-aws'))],
    ['is not JSON', async () => 'secret-of-aws'],
    ['lacks its signing secret', async () => '{"botToken":"secret-of-aws"}'],
    ['is null', async () => 'null'],
    ['rejects with nothing', () => Promise.reject(undefined)],
  ])('if the secret %s, nobody gets in', async (_, read) => {
    const { logged, ...refused } = await received(command('alert list'), { read });
    expect(refused).toEqual({ statusCode: 500, body: '', jobs: [] });
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toContain('secret-of-aws');
  });
});

describe('a rotated secret', () => {
  const withKey = (key: string): GatewayEvent => {
    const event = command('alert list');
    const headers = { ...event.headers, 'x-slack-signature': signature(event.body ?? '', seconds, key) };
    return { ...event, headers };
  };

  test('is re-read if a signature does not fit the known one', async () => {
    const { handle, seen, jobs } = open();
    await handle(withKey(secret));
    seen.now += 10_000;
    seen.signingSecret = 'rotated';
    expect((await handle(withKey('rotated'))).statusCode).toBe(200);
    expect((await handle(withKey(secret))).statusCode).toBe(401);
    expect(jobs).toHaveLength(2);
    expect(seen.reads).toBe(2);
  });

  test('is not read more often than every ten seconds, however many forgeries come', async () => {
    const { handle, seen } = open();
    await handle(withKey(secret));
    for (let ms = 0; ms < 30_000; ms += 1000) {
      seen.now = now + ms;
      expect((await handle(withKey('forged'))).statusCode).toBe(401);
    }
    expect(seen.reads).toBe(3);
  });
});

test('the handler always resolves, and never logs text that people wrote', async () => {
  const needle = 'Zq7';
  const word = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => `${needle}${text.toWellFormed()}`);
  const value = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }));
  const body = fc.dictionary(
    fc.constantFrom(
      ...['type', 'command', 'text', 'user', 'user_id', 'team', 'team_id', 'channel', 'channel_id'],
      ...['actions', 'event', 'view', 'callback_id', 'message', 'api_app_id', 'authorizations'],
      'is_enterprise_install',
    ),
    fc.oneof(
      value,
      fc.constantFrom('block_actions', 'view_submission', 'event_callback', 'shortcut', 'block_suggestion'),
      fc.record({ id: value, type: value }, { requiredKeys: [] }),
      fc.array(fc.record({ type: fc.constant('button'), action_id: value, value }, { requiredKeys: [] }), {
        maxLength: 2,
      }),
    ),
  );
  const event = fc.oneof(
    word.map((text) => command(text)),
    body.map((json) => signed(JSON.stringify(json), 'application/json')),
    body.map(interaction),
    word.map((text) => click({ action_id: 'line:0', value: text })),
    word.map((text) => ({ body: text, headers: { [text]: text, 'x-slack-signature': text } })),
  );
  const { handle, logged } = open();
  await fc.assert(
    fc.asyncProperty(event, async (one) => {
      const answer = await handle(one);
      expect([200, 400, 401, 500]).toContain(answer.statusCode);
      expect(answer.statusCode === 500 ? JSON.stringify(one) : '').toBe('');
    }),
    { numRuns: 1000 },
  );
  expect(logged.filter((one) => one.includes(needle))).toEqual([]);
});
