import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { seeded, startTestSkydesk, type TestSkydesk } from '../../../harness/index.ts';

let skydesk: TestSkydesk;
beforeAll(async () => {
  skydesk = await startTestSkydesk({ workers: 1 });
});
afterAll(() => skydesk.stop());

const ask = async (path: string): Promise<unknown> =>
  (await fetch(`${skydesk.url}/_inspector/${path}`)).json();

const event = z.object({ id: z.string(), event: z.string(), data: z.unknown() });
type Told = z.infer<typeof event>;

/** Server-sent events, one after the other. */
async function listen(lastEventId?: string) {
  const stop = new AbortController();
  const response = await fetch(`${skydesk.url}/_inspector/events`, {
    signal: stop.signal,
    ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<Told> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const parts = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
        return event.parse({ ...parts, data: JSON.parse(parts.data) });
      }
      text += (await reader?.read())?.value ?? '';
    }
  }
  return {
    next,
    /** The next event of this name. */
    async until(name: string): Promise<Told> {
      for (;;) {
        const told = await next();
        if (told.event === name) return told;
      }
    },
    stop: () => stop.abort(),
  };
}

describe('the stream', () => {
  test('begins with how things are, and tells what changes', async () => {
    await skydesk.inspector.reset();
    const stream = await listen();
    expect([await stream.next(), await stream.next(), await stream.next()]).toMatchObject([
      { event: 'traces', data: [] },
      { event: 'state', data: { pending: false } },
      { event: 'faults' },
    ]);
    await skydesk.type('ana', 'dc list');
    expect(await stream.until('trace')).toMatchObject({ data: { title: '/cloud dc list' } });
    await skydesk.inspector.setFault('slow-service', true);
    const { data } = await stream.until('faults');
    expect(data).toContainEqual(expect.objectContaining({ id: 'slow-service', on: true }));
    await skydesk.inspector.setFault('slow-service', false);
    stream.stop();
  });

  test('tells of the service once it has changed, and of what is pending until it is not', async () => {
    await skydesk.inspector.reset();
    skydesk.cloud.control.set({ firewallPendingMs: 1_500 });
    const stream = await listen();
    await stream.until('state');
    await skydesk.type('ana', `alert delete ${seeded.disk80}`);
    await skydesk.press('ana', 'decide:confirm');
    const told = z.object({ alertPolicies: z.array(z.object({ id: z.string() })), pending: z.boolean() });
    const state = async () => told.parse((await stream.until('state')).data);
    // What was told before the reset differs from what is so now, so that may be told first.
    let now = await state();
    while (now.alertPolicies.some(({ id }) => id === seeded.disk80)) now = await state();

    const [rule] = skydesk.cloud.control.state().localFirewalls;
    const quiet = fetch(`${skydesk.cloud.url}/v2-experimental/firewallPolicies/ACME/de1/${rule?.id}`, {
      method: 'PUT',
      headers: { authorization: await bearer(), 'content-type': 'application/json' },
      body: JSON.stringify({
        enabled: true,
        source: ['10.1.0.0/24'],
        destination: ['10.2.0.0/24'],
        ports: ['any'],
      }),
    });
    expect((await quiet).ok).toBe(true);
    while (!now.pending) now = await state();
    while (now.pending) now = await state();
    stream.stop();
  });

  test('tells who comes back only what they missed', async () => {
    await skydesk.inspector.reset();
    const first = await listen();
    const { id } = await first.until('faults');
    first.stop();
    await skydesk.type('ana', 'dc show de1');
    const again = await listen(id);
    expect(await again.next()).toMatchObject({ event: 'trace', data: { title: '/cloud dc show de1' } });
    expect(await again.next()).toMatchObject({ event: 'state' });
    again.stop();
  });

  test('starts again after a reset, also for a client that comes back', async () => {
    const stream = await listen();
    const { id } = await stream.until('faults');
    await fetch(`${skydesk.url}/_inspector/reset`, { method: 'POST' });
    expect(await stream.until('traces')).toMatchObject({ data: [] });
    stream.stop();
    const again = await listen(id);
    expect(await again.next()).toMatchObject({ event: 'traces' });
    again.stop();
  });
});

async function bearer(): Promise<string> {
  const response = await fetch(`${skydesk.cloud.quietUrl}/v2/authentication/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'accountadmin', password: 'accountadmin-secret' }),
  });
  return `Bearer ${z.object({ bearerToken: z.string() }).parse(await response.json()).bearerToken}`;
}

test('switches are turned, and mistakes explained in a sentence', async () => {
  const post = async (body: unknown) => {
    const response = await fetch(`${skydesk.url}/_inspector/faults`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  expect(await post({ id: 'expired-trigger', on: true })).toMatchObject({ status: 200 });
  expect(await ask('faults')).toContainEqual(
    expect.objectContaining({ id: 'expired-trigger', on: true, kind: 'event' }),
  );
  await skydesk.inspector.setFault('expired-trigger', false);
  expect(await post({ id: 'nonsense', on: true })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^There is no switch nonsense; there are one-hour, /) },
  });
  expect(await post({ id: 'slow-service' })).toMatchObject({ status: 400 });
  expect(await fetch(`${skydesk.url}/_inspector/nothing`)).toMatchObject({ status: 404 });
});

test('the list of commands has every operation with its arguments in order', async () => {
  expect(await ask('commands')).toMatchObject({
    command: '/cloud',
    operations: expect.arrayContaining([
      expect.objectContaining({
        id: 'alert.assign',
        words: ['alert', 'assign'],
        usage: 'alert assign <policy> <server> …',
        needs: 'confirmation',
        arguments: [
          expect.objectContaining({ name: 'policy', positional: true, required: true, live: true }),
          expect.objectContaining({ name: 'server', positional: true, required: true, live: true }),
          expect.objectContaining({ name: 'account', positional: false, required: false, live: false }),
        ],
      }),
    ]),
  });
});

test('names are offered as they are at the service, and looking for them leaves no trace', async () => {
  skydesk.cloud.clearRequests();
  skydesk.cloud.control.fail({ how: 'internal', times: 9 });
  expect(await ask('choices?operation=alert.show&field=policy&filter=disk')).toMatchObject([
    { label: 'Disk 80' },
  ]);
  expect(await ask('choices?operation=server.show&field=server&filter=de1acmeweb01')).toMatchObject([
    { value: 'de1acmeweb01', label: 'DE1ACMEWEB01' },
  ]);
  const beside = encodeURIComponent('{"dc":"de1"}');
  expect(await ask(`choices?operation=firewall.delete&field=id&beside=${beside}`)).toContainEqual(
    expect.objectContaining({
      value: 'ac11a45805692c2be6249d2cd0f08ed2',
      label: expect.stringMatching(/ → .* · active$/),
      words: 'ac11a458',
    }),
  );
  const onServer = encodeURIComponent('{"server":"DE1ACMEWEB01"}');
  expect(await ask(`choices?operation=ip.remove&field=address&beside=${onServer}`)).toMatchObject([
    { value: '203.0.113.10', label: '203.0.113.10' },
  ]);
  expect(skydesk.cloud.requests).toEqual([]);
  expect(skydesk.cloud.control.faults().failures).toMatchObject([{ times: 9 }]);
  skydesk.cloud.control.reset();
  expect(await ask('choices?operation=fields&field=nothing')).toMatchObject({
    error: 'There is nothing to choose from for nothing of fields.',
  });
});
