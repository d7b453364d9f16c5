import { describe, expect, test } from 'vitest';
import { formType, signedHeaders } from '../../../../local/slack/human/sign.ts';
import { hashOfToken } from '../../../../src/api-keys/api-key-token.ts';
import { type AgentCall, agentCall } from '../../../../src/queue/agent-call.ts';
import { agentDoor, type DoorEvent } from '../../../../src/slack/receive/agent-door.ts';

const now = Date.UTC(2026, 10, 21, 12);
const secret = 'a-signing-secret';
const token = `skydesk_U0ANA_7f3a21_${'s'.repeat(43)}`;
const ana = { slack: { user_id: 'U0ANA', team_id: 'T1' } };
const toolCall = (params: object = {}) =>
  JSON.stringify({
    method: 'tools/call',
    params: { name: 'alert_list', arguments: { a: 1 }, _meta: ana, ...params },
  });

const signed = (body: string, { as = body, at = now, type = 'application/json', by = secret } = {}) => ({
  body: as,
  headers: signedHeaders(by, String(at / 1000), body, type),
});

const keyed = (body: string, headers: Record<string, string> = {}, requestId = 'r1') => ({
  body,
  headers: { authorization: `Bearer ${token}`, ...headers },
  requestContext: { requestId },
});

/** The response to a request that the function for agents passes on, and what it queued. */
async function passedOn(agents: DoorEvent['agents'], request: Omit<DoorEvent, 'agents'>) {
  const queued: AgentCall[] = [];
  const refused: unknown[] = [];
  const content = { signingSecret: secret };
  const door = agentDoor({
    secret: { get: async () => content, renew: async () => content },
    queue: { send: async (call) => void queued.push(call) },
    clock: () => now,
    log: (_, facts) => void refused.push(facts),
  });
  const { statusCode, body } = await door({ agents, ...request });
  return { status: statusCode, said: JSON.parse(body), queued, refused };
}

test('what Slack signed is queued, with its person, a slot of its own, and the time until which it is waited for', async () => {
  const { status, said, queued } = await passedOn('mcp', signed(toolCall()));
  expect(status).toBe(200);
  expect(queued).toEqual([
    {
      id: expect.stringMatching(/^agent-[0-9a-f]{32}$/),
      slot: expect.stringMatching(/^[0-9a-f-]{36}$/),
      until: now + 23_000,
      isKeyed: false,
      asker: { person: 'U0ANA', team: 'T1' },
      asked: { tool: 'alert_list', given: { a: 1 } },
    },
  ]);
  expect(agentCall.parse(queued[0])).toEqual(queued[0]);
  expect(said).toEqual({ slot: queued[0]?.slot, until: queued[0]?.until });
});

test('to verify a signature queues nothing, and names the job', async () => {
  const { said, queued } = await passedOn('verify', signed('{"method":"tools/list"}'));
  expect(said).toEqual({ id: expect.stringMatching(/^agent-[0-9a-f]{32}$/) });
  expect(queued).toEqual([]);
});

test('a copy has the same job and another slot', async () => {
  const [one, copy] = [await passedOn('mcp', signed(toolCall())), await passedOn('mcp', signed(toolCall()))];
  expect(copy.queued[0]?.id).toBe(one.queued[0]?.id);
  expect(copy.queued[0]?.slot).not.toBe(one.queued[0]?.slot);
});

test('a key is queued as the hash of its token, and a line as it was sent', async () => {
  const { queued } = await passedOn('run', keyed('alert list\n', { 'idempotency-key': 'k1' }));
  const key = { person: 'U0ANA', id: '7f3a21', hash: hashOfToken(token) };
  expect(queued).toMatchObject([{ asker: { key }, isKeyed: true, asked: { line: 'alert list\n' } }]);
  expect(JSON.stringify(queued)).not.toContain(token);
});

test('calls with a key share a job if they share an Idempotency-Key, whatever their request', async () => {
  const ids = [
    keyed('a', {}, 'r1'),
    keyed('a', {}, 'r2'),
    keyed('a', { 'idempotency-key': 'k1' }, 'r3'),
    keyed('b', { 'idempotency-key': 'k1' }, 'r4'),
  ].map(async (request) => (await passedOn('run', request)).queued[0]?.id);
  const [first, second, third, fourth] = await Promise.all(ids);
  expect(new Set([first, second, third]).size).toBe(3);
  expect(fourth).toBe(third);
});

describe('nothing is queued', () => {
  const vote = JSON.stringify({
    type: 'view_submission',
    user: { id: 'U0BEN' },
    view: { callback_id: 'review' },
  });
  const form = new URLSearchParams({ payload: vote }).toString();

  test.each<[string, DoorEvent['agents'], Omit<DoorEvent, 'agents'>, number]>([
    ['without a signature or a key', 'mcp', { body: toolCall(), headers: {} }, 401],
    ['with a signature by another secret', 'mcp', signed(toolCall(), { by: 'guessed' }), 401],
    ['with a signature of other bytes', 'mcp', signed(toolCall(), { as: `${toolCall()} ` }), 401],
    ['with a signature that is too old', 'mcp', signed(toolCall(), { at: now - 301_000 }), 401],
    [
      'with a hash in place of a key',
      'run',
      keyed('a', { authorization: `Bearer ${hashOfToken(token)}` }),
      401,
    ],
    ['for a vote', 'mcp', signed(vote), 400],
    ['for the form of a vote', 'mcp', signed(form, { type: formType }), 400],
    ['for a list', 'mcp', signed('[]'), 400],
    ['for another method', 'mcp', signed(toolCall().replace('tools/call', 'tools/list')), 400],
    ['for nobody', 'mcp', signed(toolCall({ _meta: {} })), 400],
    ['for a line that Slack signed', 'run', signed(toolCall()), 400],
    ['for what no message of the queue can hold', 'run', keyed('x'.repeat(128 * 1024 + 1)), 413],
  ])('%s', async (_, agents, request, status) => {
    const { queued, refused, ...response } = await passedOn(agents, request);
    expect([response.status, queued]).toEqual([status, []]);
    expect(refused).toMatchObject([{ status }]);
  });
});
