import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../local/slack/payload/json.ts';
import type { GatewayEvent } from '../../src/http/gateway-event.ts';
import { openReceiver } from '../support/receiver.ts';
import { signed } from '../support/signed-events.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeAll(async () => {
  receiver = await openReceiver(2);
});
afterAll(() => receiver.close());

const inPayload = (payload: object): GatewayEvent =>
  signed(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
const submission = (callbackId: string, view: JsonObject): GatewayEvent =>
  inPayload({
    type: 'view_submission',
    user: { id: 'U1', team_id: 'T1' },
    view: {
      id: 'V1',
      callback_id: callbackId,
      private_metadata: '',
      blocks: [],
      state: { values: {} },
      ...view,
    },
  });
const input = (blockId: string) => ({ type: 'input', block_id: blockId });
const entered = (what: JsonObject): JsonObject => ({
  private_metadata: '{"operation":"alert.list","channel":"C1"}',
  blocks: [input('field:account')],
  state: { values: { 'field:account': { value: what } } },
});

describe('a view whose metadata somebody edited', () => {
  const edited = [
    '',
    'no JSON',
    'null',
    '[]',
    '"text"',
    '1',
    '{"approval":{"a":1},"channel":["C1"]}',
    '{"thread":7}',
  ];

  test.each(edited)('%j, as a review, decides nothing', async (metadata) => {
    const review = submission('review', { private_metadata: metadata, blocks: [input('comment')] });
    const { answer, jobs } = await receiver.take(review);
    expect(JSON.parse(answer.body)).toEqual({
      response_action: 'errors',
      errors: { comment: 'This form changed in a newer version. Open it again' },
    });
    expect(jobs).toEqual([]);
  });

  test('a vote on something that is no id is a vote on a request that does not exist', async () => {
    const metadata = '{"vote":"approve","approval":{"a":1},"channel":["C1"]}';
    const { jobs } = await receiver.take(submission('review', { private_metadata: metadata }));
    expect(jobs).toMatchObject([{ kind: 'vote', change: '', vote: 'approve', replyTo: { channel: '' } }]);
  });

  test.each(edited)('%j, as a form, belongs to no known version', async (metadata) => {
    const form = submission('form', { private_metadata: metadata, blocks: [input('field:name')] });
    const { answer, jobs } = await receiver.take(form);
    expect(JSON.parse(answer.body)).toEqual({
      response_action: 'errors',
      errors: { 'field:name': 'This form changed in a newer version. Open it again' },
    });
    expect(jobs).toEqual([]);
  });

  test('a choice in a form of an invalid operation is answered, and nothing breaks', async () => {
    const click = inPayload({
      type: 'block_actions',
      user: { id: 'U1', team_id: 'T1' },
      actions: [{ type: 'plain_text_input', action_id: 'look', value: 'x' }],
      view: {
        id: 'V1',
        callback_id: 'form',
        private_metadata: '{"operation":{"a":1},"channel":7}',
        blocks: [],
        state: { values: {} },
      },
    });
    const { answer, jobs } = await receiver.take(click);
    expect(answer.statusCode).toBe(200);
    expect(jobs).toMatchObject([{ kind: 'form', operation: '', replyTo: { channel: '' } }]);
  });
});

describe('a view with members that Slack never writes is a bad request:', () => {
  test.each<[string, JsonObject]>([
    ['a block of null', { blocks: [null] }],
    ['a block that is a text', { blocks: ['x'] }],
    ['a number for the name of a block', { blocks: [{ type: 'input', block_id: 7 }] }],
    ['a number in a text field', entered({ value: 7 })],
    ['a list in a text field', entered({ value: ['x'] })],
    ['a choice that is a text', entered({ selected_option: 'x' })],
    ['a choice of a number', entered({ selected_option: { value: 7 } })],
    ['an element that is a text', { state: { values: { b: { v: 'x' } } } }],
    ['an element of null', { state: { values: { b: { v: null } } } }],
  ])('%s', async (_, view) => {
    for (const callback of ['form', 'review']) {
      const { answer, jobs } = await receiver.take(submission(callback, view));
      expect([answer.statusCode, jobs]).toEqual([400, []]);
    }
  });

  test('a view with empty fields is valid', async () => {
    const { answer, jobs } = await receiver.take(
      submission('form', entered({ value: null, selected_option: null })),
    );
    // The form of a read closes: its answer is a message.
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(jobs).toMatchObject([{ kind: 'command', operation: 'alert.list' }]);
  });
});

test.each([{ toString: 1, valueOf: 1 }, [[['x']]], 7, true, null])(
  'a challenge of %j is answered with nothing',
  async (challenge) => {
    const asked = signed(JSON.stringify({ type: 'url_verification', challenge }), 'application/json');
    expect((await receiver.take(asked)).answer).toMatchObject({ statusCode: 200, body: '' });
  },
);

test.each([
  ['nothing else', 'ssl_check=1', 200],
  ['a token', 'token=x&ssl_check=1', 200],
  [
    'a command beside it',
    'ssl_check=1&command=%2Fcloud&text=alert+list&user_id=U1&team_id=T1&channel_id=C1',
    200,
  ],
  ['another value', 'ssl_check=2', 401],
  ['much else', `ssl_check=1&x=${'x'.repeat(1000)}`, 401],
])('an unsigned ssl_check with %s does nothing', async (_, body, status) => {
  const { answer, jobs } = await receiver.take({ body, headers: {} });
  expect([answer.statusCode, answer.body, jobs]).toEqual([status, '', []]);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'x'],
  ['a list', []],
  ['an event of a schedule', { source: 'aws.events' }],
  ['headers of null', { headers: null, body: 'x' }],
  ['a body that is a number', { headers: {}, body: 7 }],
  ['headers that are lists', { headers: { 'x-slack-signature': ['v0=1'] }, body: 'x' }],
])('%s for an event, as no gateway sends it, is refused and nothing is thrown', async (_, event) => {
  const { answer, jobs } = await receiver.take(event as GatewayEvent);
  expect([401, 500]).toContain(answer.statusCode);
  expect(jobs).toEqual([]);
});

test('the same signed request at two receivers is one job for both', async () => {
  const command = signed('command=%2Fcloud&text=alert+list&user_id=U1&team_id=T1&channel_id=C1');
  const [first, second] = receiver.handlers;
  const both = [await receiver.take(command, first), await receiver.take(command, second)];
  expect(both[0]?.jobs).toHaveLength(1);
  expect(both[0]?.jobs).toEqual(both[1]?.jobs);
  expect(both.map(({ answer }) => answer.statusCode)).toEqual([200, 200]);
});
