import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { httpApiEvent } from '../../../../local/aws/gateway.ts';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';
import type { Envelope } from '../../../../local/socket-mode/connection.ts';
import { postEnvelopes } from '../../../../local/socket-mode/post-envelopes.ts';
import { readRequest } from '../../../../src/slack/receive/signed-request.ts';

const signingSecret = 'of this test';

/** Posts envelopes to a receiver, which reads them as Skydesk's does. */
async function openReceiver() {
  const clock = { now: Date.UTC(2026, 10, 1) };
  const reply = { status: 200, text: '' };
  const got: { body: unknown; id: string; headers: IncomingHttpHeaders }[] = [];
  const server = await listenOnLoopback(async (request, response) => {
    const event = httpApiEvent(request, await buffer(request), 'POST /');
    const read = readRequest(event, signingSecret, clock.now);
    if ('status' in read) return void response.writeHead(read.status).end();
    got.push({ ...read, headers: request.headers });
    response.writeHead(reply.status).end(reply.text);
  });
  onTestFinished(() => server.close());
  const said: string[] = [];
  const post = postEnvelopes({
    requestUrl: server.url,
    signingSecret,
    say: (sentence) => void said.push(sentence),
    clock: () => clock.now,
    ackMs: 60_000,
  });
  let posted = 0;
  /** The acknowledgement of the envelope; undefined if there is none. */
  async function take(envelope: Partial<Envelope>): Promise<JsonObject | undefined> {
    let acknowledged: JsonObject | undefined;
    posted += 1;
    const ack = async (payload: JsonObject) => {
      acknowledged = payload;
    };
    await post({
      envelope_id: `e${posted}`,
      type: 'slash_commands',
      body: { text: 'help' },
      ack,
      ...envelope,
    });
    return acknowledged;
  }
  return { clock, reply, got, said, take };
}

test('the receiver reads what Slack sent, in each kind of envelope', async () => {
  const { got, take } = await openReceiver();
  const string = fc.string({ unit: 'grapheme' });
  const fields = fc.dictionary(fc.stringMatching(/^[a-o_]{1,9}$/), string, { minKeys: 1 });
  const nested = fc
    .json({ maxDepth: 2, stringUnit: 'grapheme' })
    .map((text): JsonObject => ({ value: parseJson(text) ?? null, text }));
  await fc.assert(
    fc.asyncProperty(fields, nested, async (command, payload) => {
      await take({ type: 'slash_commands', body: { command: '/cloud', ...command } });
      await take({ type: 'interactive', body: payload });
      await take({ type: 'events_api', body: payload });
      const read = got.splice(0).map(({ body }) => body);
      expect(read).toEqual([{ command: '/cloud', ...command }, payload, payload]);
    }),
    { numRuns: 50 },
  );
});

test.each<[string, number, string, boolean, JsonObject | undefined]>([
  ['an empty answer', 200, '', true, {}],
  ['a view', 200, '{"response_action":"clear"}', true, { response_action: 'clear' }],
  ['text', 200, 'pong', true, { text: 'pong' }],
  ['an answer that Slack does not read', 200, '{"text":"x"}', false, {}],
  ['a failure', 500, 'x', true, undefined],
  ['a refusal', 401, '', true, undefined],
])('%s: %i “%s”', async (_, status, text, accepts, acknowledged) => {
  const { reply, said, take } = await openReceiver();
  Object.assign(reply, { status, text });
  expect(await take({ accepts_response_payload: accepts })).toEqual(acknowledged);
  expect(said).toEqual(
    acknowledged
      ? []
      : [`“slash_commands” was not acknowledged (status ${status}). Slack shows an error or sends it again.`],
  );
});

test('an envelope that comes twice is one job; after its signature has expired it is another one', async () => {
  const { clock, got, take } = await openReceiver();
  for (const ms of [0, 2 * 60_000, 6 * 60_000]) {
    clock.now += ms;
    expect(await take({ envelope_id: 'twice' })).toEqual({});
  }
  const [first, second, later] = got.map(({ id }) => id);
  expect(second).toBe(first);
  expect(later).not.toBe(first);
});

test('an event that Slack sends again is marked as a retry, and is one job', async () => {
  const { got, take } = await openReceiver();
  const body = { type: 'event_callback', event_id: 'Ev1', event: { type: 'app_mention' } };
  await take({ type: 'events_api', body });
  await take({ type: 'events_api', body, retry_num: 1, retry_reason: 'timeout' });
  expect(got[1]?.headers).toMatchObject({ 'x-slack-retry-num': '1', 'x-slack-retry-reason': 'timeout' });
  expect(got[1]?.id).toBe(got[0]?.id);
});

test('an envelope of unknown type, and one that Slack no longer waits for, are logged', async () => {
  const { got, said, take } = await openReceiver();
  expect(await take({ type: 'workflow' })).toBeUndefined();
  await take({ ack: () => Promise.reject(new Error('closed')) });
  expect(got).toHaveLength(1);
  expect(said).toEqual([
    "Slack sent “workflow”, which Skydesk doesn't know. It was not acknowledged.",
    '“slash_commands” was not acknowledged (closed). Slack shows an error or sends it again.',
  ]);
});
