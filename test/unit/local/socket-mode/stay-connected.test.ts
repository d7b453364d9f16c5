import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../local/slack/payload/json.ts';
import { ConnectionRefused, type Envelope } from '../../../../local/socket-mode/connection.ts';
import { stayConnected } from '../../../../local/socket-mode/stay-connected.ts';
import { startSocketModeSlack } from '../../../support/socket-mode-slack.ts';

/** A Slack, and an app that connects to it; each pause of the app is over at once. */
async function openSlack() {
  const slack = await startSocketModeSlack();
  onTestFinished(() => slack.close());
  const seen = { taken: [] as string[], said: [] as string[], waits: [] as number[] };
  /** An envelope with this payload waits for this before it is acknowledged. */
  const held = new Map<unknown, Promise<unknown>>();
  const connect = async (wait = async (ms: number): Promise<void> => void seen.waits.push(ms)) => {
    const connected = await stayConnected({
      appToken: slack.appToken,
      apiUrl: slack.apiUrl,
      say: (sentence) => void seen.said.push(sentence),
      wait,
      async take({ envelope_id, body, ack }: Envelope) {
        seen.taken.push(envelope_id);
        await held.get(body.n);
        await ack({}).catch(() => {});
      },
    });
    onTestFinished(() => connected.close());
    return connected;
  };
  const send = (n: number) => slack.send('interactive', { n });
  return { slack, ...seen, held, connect, send };
}

test.each([
  ['warning', false],
  ['refresh_requested', false],
  ['refresh_requested', true],
])(
  '“%s” loses nothing that comes before, during or after it; TCP left open: %s',
  async (reason, leftOpen) => {
    const { slack, taken, said, held, connect, send } = await openSlack();
    if (leftOpen) slack.keepTcpOpen();
    await connect();
    await send(1);
    const work = Promise.withResolvers<void>();
    held.set(2, work.promise);
    const during = send(2);
    const hello = slack.hello();
    slack.disconnect(reason);
    await hello;
    await send(3);
    expect(slack.acknowledged).toEqual(['envelope-1', 'envelope-3']);
    work.resolve();
    expect(await during).toEqual({});
    await expect.poll(() => slack.state()).toEqual({ open: 1, hellos: 2 });
    await send(4);
    expect(slack.acknowledged.toSorted()).toEqual(taken.toSorted());
    expect(taken).toHaveLength(4);
    expect(said).toEqual([]);
  },
);

test('hundreds of envelopes over many refreshes are each taken once and acknowledged', async () => {
  const { slack, taken, connect, send } = await openSlack();
  await connect();
  const sent: Promise<unknown>[] = [];
  for (let n = 0; n < 300; n += 1) {
    if (n % 50 === 25) slack.disconnect('refresh_requested');
    sent.push(send(n));
    if (n % 10 === 0) await sent.at(-1);
  }
  await Promise.all(sent);
  const all = sent.map((_, n) => `envelope-${n + 1}`).toSorted();
  expect(taken.toSorted()).toEqual(all);
  expect(slack.acknowledged.toSorted()).toEqual(all);
  await expect.poll(() => slack.state()).toEqual({ open: 1, hellos: 7 });
});

test('a connection that is cut is replaced at once, and its envelopes are handled', async () => {
  const { slack, taken, said, waits, held, connect, send } = await openSlack();
  await connect();
  const work = Promise.withResolvers<void>();
  held.set(1, work.promise);
  void send(1);
  await expect.poll(() => taken).toHaveLength(1);
  const hello = slack.hello();
  slack.cut();
  await hello;
  expect(await send(2)).toEqual({});
  expect(waits.filter((ms) => ms >= 1000)).toEqual([]);
  expect(said).toEqual(['The connection to Slack was lost. Connecting again.']);
  work.resolve();
});

test('a temporary refusal by Slack is retried, with pauses that grow to half a minute', async () => {
  const { slack, said, waits, connect, send } = await openSlack();
  slack.answers.push(
    { status: 500, body: {} },
    { body: { ok: false, error: 'internal_error' } },
    { body: { ok: false, error: 'too_many_websockets' } },
    { body: { ok: true, url: `${slack.link}?full` } },
    { body: { ok: true, url: `${slack.link}/nowhere` } },
    { body: { ok: false, error: 'service_unavailable' } },
    { body: { ok: false, error: 'fatal_error' } },
  );
  await connect();
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  for (const n of [2, 3])
    expect(said[n]).toBe(`Slack can't be reached (too_many_websockets). Trying again in ${2 ** n} s.`);
  expect(await send(1)).toEqual({});
});

test('a rate limit of Slack is waited for as long as Slack asks, and named in plain words', async () => {
  const { slack, said, waits, connect } = await openSlack();
  const limited = (retryAfter: string) => ({
    status: 429,
    retryAfter,
    body: { ok: false, error: 'ratelimited' },
  });
  slack.answers.push(limited('45'), limited('1'), limited('90'));
  await connect();
  expect(waits).toEqual([45_000, 2000, 90_000]);
  const why = 'Slack limits how often this app may connect. Trying again in';
  expect(said).toEqual([`${why} 45 s.`, `${why} 2 s.`, `${why} 90 s.`]);
});

test('what keeps Slack from being reached is named in a few words, without an address', async () => {
  const { slack, said, connect } = await openSlack();
  slack.answers.push(
    { status: 502, body: {} },
    { status: 429, body: {} },
    { status: 429, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT', body: {} },
  );
  await connect();
  const limited = 'Slack limits how often this app may connect. Trying again in';
  expect(said).toEqual([
    "Slack can't be reached (HTTP 502). Trying again in 1 s.",
    `${limited} 2 s.`,
    `${limited} 4 s.`,
  ]);
});

test('a Slack that does not answer at all is named by its error code', async () => {
  const { said, connect, slack } = await openSlack();
  await slack.close();
  const stopped = new Error('This test saw enough.');
  await expect(connect(async () => Promise.reject(stopped))).rejects.toThrow(stopped);
  expect(said).toEqual(["Slack can't be reached (ECONNREFUSED). Trying again in 1 s."]);
});

test.each(['invalid_auth', 'new_one'])('%s is final, at the start and later', async (error) => {
  const { slack, waits, connect } = await openSlack();
  slack.answers.push({ body: { ok: false, error } });
  await expect(connect()).rejects.toThrow(new ConnectionRefused(error));
  const { refused } = await connect();
  slack.answers.push({ body: { ok: false, error } });
  slack.disconnect('warning');
  await expect(refused).rejects.toThrow(new ConnectionRefused(error));
  expect(waits).toEqual([]);
});

test('no connection follows after Socket Mode was disabled for the app', async () => {
  const { slack, connect } = await openSlack();
  const { refused } = await connect();
  slack.disconnect('link_disabled');
  await expect(refused).rejects.toThrow(new ConnectionRefused('link_disabled'));
  expect(slack.state().hellos).toBe(1);
});

test('closing waits for envelopes in progress; an invalid event is ignored', async () => {
  const { slack, held, taken, connect, send } = await openSlack();
  const connected = await connect();
  const rateLimited: JsonObject = { type: 'app_rate_limited' };
  void slack.send('events_api', rateLimited);
  const work = Promise.withResolvers<void>();
  held.set(1, work.promise);
  const sent = send(1);
  await expect.poll(() => taken).toEqual(['envelope-2']);
  const closed = connected.close();
  work.resolve();
  expect(await sent).toEqual({});
  await closed;
  await expect.poll(() => slack.state().open).toBe(0);
});
