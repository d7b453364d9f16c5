import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GatewayEvent } from '../../src/http/gateway-event.ts';
import { operations } from '../../src/operations/index.ts';
import { openReceiver } from '../support/receiver.ts';
import { signed, signedEvent } from '../support/signed-events.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver();
});
afterAll(() => receiver.close());

const json = 'application/json';
const whole = 1024 * 1024;
const slash = (text: string): GatewayEvent =>
  signed(JSON.stringify({ command: '/cloud', text, team_id: 'T1', channel_id: 'C1', user_id: 'U1' }), json);
const inPayload = (payload: string): GatewayEvent => signed(new URLSearchParams({ payload }).toString());
const mention = (text: string): GatewayEvent =>
  signedEvent({ type: 'app_mention', user: 'U1', channel: 'C1', ts: '1.1', text });
const press = (more: string): GatewayEvent =>
  inPayload(`{"type":"block_actions","user":{"id":"U1","team_id":"T1"},"channel":{"id":"C1"},${more}}`);
const submission = (view: string, callback = 'form'): GatewayEvent =>
  inPayload(
    `{"type":"view_submission","user":{"id":"U1","team_id":"T1"},"view":{"id":"V1","callback_id":"${callback}",${view}}}`,
  );

/** Repeats `text` in about as many bytes as are accepted. */
const full = (text: string): string =>
  text.repeat(Math.floor((whole - 1000) / Buffer.byteLength(JSON.stringify(text))));
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const many = (amount: number, item: (at: number) => string): string =>
  Array.from({ length: amount }, (_, at) => item(at)).join(',');

/** Texts that backtrack, nest, are counted, or are escaped. */
const dense = [
  '`',
  '<',
  '<@',
  '<a|',
  '"',
  "'",
  '\\',
  '" ',
  "x='",
  'y ',
  'a=1 ',
  '=',
  ' ',
  '\u00a0',
  '&lt;',
  '😀',
  '@a.',
  '1,',
  'tcp/1 ',
  '9',
];

describe('a megabyte is answered in good time:', () => {
  test.each(dense.map((text) => [text]))('of %j in a command', async (text) => {
    const { answer, busyMs } = await receiver.take(slash(full(text)));
    expect(answer.statusCode).toBe(200);
    expect(busyMs).toBeLessThan(2000);
  });

  test.each(dense.map((text) => [text]))('of %j in a mention', async (text) => {
    const { answer, busyMs } = await receiver.take(mention(`<@U0BOT> ${full(text)}x`));
    // Slack retries what the queue does not take, and never sends as much.
    expect([200, 500]).toContain(answer.statusCode);
    expect(busyMs).toBeLessThan(2000);
  });

  test.each(operations.map(({ id, words, fields }) => [id, words, Object.keys(fields)] as const))(
    'behind %s and in each of its arguments',
    async (_, words, fields) => {
      const long = full('x').slice(0, 200_000);
      for (const rest of [
        long,
        ...fields.map((name) => `${name}=${long}`),
        '1,'.repeat(50_000),
        '9 '.repeat(50_000),
      ]) {
        const { answer, busyMs } = await receiver.take(slash(`${words.join(' ')} ${rest}`));
        expect(answer.statusCode).toBe(200);
        expect(busyMs).toBeLessThan(2000);
      }
    },
  );
});

const noState = '"private_metadata":"","blocks":[],"state":{"values":{}}';

describe('endless nesting and counting is answered:', () => {
  test.each<[string, GatewayEvent, readonly number[]]>([
    ['a body 100,000 deep', signed(`{"a":${deep(100_000)}}`, json), [200]],
    [
      'an event 100,000 deep',
      signed(`{"type":"event_callback","event":{"type":"x","a":${deep(100_000)}}}`, json),
      [200, 400],
    ],
    [
      'a challenge 100,000 deep',
      signed(`{"type":"url_verification","challenge":${deep(100_000)}}`, json),
      [200],
    ],
    ['a command 100,000 deep', signed(`{"command":${deep(100_000)}}`, json), [400]],
    [
      'a click 100,000 deep',
      press(`"actions":[{"type":"button","action_id":"line:0","value":"help","x":${deep(100_000)}}]`),
      [200],
    ],
    ['a view 100,000 deep', submission(`${noState},"x":${deep(100_000)}`), [200]],
    [
      'the metadata of a view, 100,000 deep',
      submission(`"private_metadata":${JSON.stringify(deep(100_000))},"blocks":[],"state":{"values":{}}`),
      [200],
    ],
    ['a form of 100,000 keys', signed(Array.from({ length: 100_000 }, (_, at) => `${at}=`).join('&')), [200]],
    ['a body of 100,000 keys', signed(`{${many(100_000, (at) => `"${at}":1`)}}`, json), [200]],
    [
      'a click of 9,000 actions',
      press(`"actions":[${many(9_000, () => '{"type":"button","action_id":"line:0","value":"x"}')}]`),
      [400, 200],
    ],
    [
      'a view of 10,000 blocks',
      submission(
        `"private_metadata":"","blocks":[${many(10_000, (at) => `{"type":"input","block_id":"field:f${at}"}`)}],"state":{"values":{}}`,
      ),
      [200],
    ],
    [
      'a state of 10,000 blocks',
      submission(
        `"private_metadata":"","blocks":[],"state":{"values":{${many(10_000, (at) => `"b${at}":{"v":{"value":"x"}}`)}}}`,
      ),
      [200],
    ],
    [
      'a decision with 10,000 fields of a suggestion',
      submission(
        `"private_metadata":"{\\"vote\\":\\"suggest\\"}","blocks":[],"state":{"values":{${many(10_000, (at) => `"narrower.f${at}":{"v":{"value":"x"}}`)}}}`,
        'review',
      ),
      [200],
    ],
    [
      '100,000 authorizations',
      signed(
        `{"type":"event_callback","team_id":"T1","event_id":"E","authorizations":[${many(100_000, () => 'null')}],"event":{"type":"app_mention","channel":"C1","user":"U1","text":"x"}}`,
        json,
      ),
      [200, 400],
    ],
  ])('%s', async (_, event, statuses) => {
    const { answer, busyMs } = await receiver.take(event);
    expect(statuses).toContain(answer.statusCode);
    expect(busyMs).toBeLessThan(2000);
  });
});

const proto = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

describe('names that every object inherits mean nothing:', () => {
  test.each(proto)('%s', async (name) => {
    const inherited = `{"${name}":{"id":"U0BEN","user_id":"U0BEN","type":"block_actions","admin":true}}`;
    for (const event of [
      signed(inherited, json),
      inPayload(inherited),
      signed(`${name}=x&command=/cloud&text=${name}&team_id=T1&channel_id=C1&user_id=U1`),
      slash(`${name} ${name}`),
      slash(`alert list ${name}=1`),
      slash(`help ${name}`),
      submission(
        `"private_metadata":${JSON.stringify(inherited)},"blocks":[{"type":"input","block_id":"field:${name}"}],"state":{"values":${inherited}}`,
      ),
      submission(`"private_metadata":"{\\"operation\\":\\"${name}\\"}","blocks":[],"state":{"values":{}}`),
      submission(
        `"private_metadata":"","blocks":[],"state":{"values":{"decision":{"decision":{"selected_option":{"value":"${name}"}}}}}`,
        'review',
      ),
    ]) {
      const { answer, jobs } = await receiver.take(event);
      expect([200, 400]).toContain(answer.statusCode);
      expect(jobs).toEqual([]);
    }
    // A button that no version has is answered as one of another version.
    const click = press(`"actions":[{"type":"button","action_id":"decide:${name}","value":"${name}"}]`);
    const { jobs: clicked } = await receiver.take(click);
    expect(clicked).toEqual([expect.objectContaining({ kind: 'unknownAction' })]);
    for (const leaked of ['id', 'user_id', 'type', 'admin'])
      expect(Object.hasOwn(Object.prototype, leaked)).toBe(false);
  });
});
