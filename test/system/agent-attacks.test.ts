import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../local/slack/payload/json.ts';
import {
  callTool,
  click,
  createKeyOf,
  forgetCalls,
  idOn,
  madeUpToken,
  person,
  revokeKey,
  sendTo,
  skydeskOfFile,
  slash,
  toolCall,
  toolMessage,
  withKey,
} from '../harness/index.ts';

/*
 * What attackers try on the endpoints for agents. After each test: the cloud API was asked for no
 * change. It is counted there, not in the answers.
 */

const hour = 3_600_000;
const skydesk = await skydeskOfFile();
await skydesk.fresh();
beforeEach(() => forgetCalls(skydesk, 'U0ANA'));
afterEach(async () => {
  await skydesk.settled();
  // The health check asks whether the cloud API answers at all.
  expect(skydesk.changes().filter((change) => change !== 'HEAD /')).toEqual([]);
});

const createKey = (id: string, ahead?: number) => createKeyOf(skydesk, id, ahead);

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const listed = JSON.stringify(list);
const newPolicy = { name: 'Disk 80', disk: 80, to: ['ops@example.com'] };
const asked = (): number => skydesk.cloud.requests.length;
const previews = (name: string) =>
  skydesk.slack.sees(name, 'dm').filter((message) => JSON.stringify(message).includes('decide:confirm'));

describe('nobody learns which tools there are', () => {
  test.each<[string, () => ReturnType<typeof withKey> | Promise<ReturnType<typeof withKey>>]>([
    ['without a signature and a key', () => withKey('', listed)],
    ['with a signature of ten minutes ago', () => toolMessage(skydesk, list, -600)],
    ['with the signature of another body', () => ({ ...toolMessage(skydesk, list), body: `${listed} ` })],
    ['with a key that was made up', () => withKey(madeUpToken('7f3a21'), listed)],
    [
      'with the key of another person under Ana’s name',
      async () => {
        const token = await createKey('aaaa01');
        return withKey(token.replace('U0ANA', 'U0BEN'), listed);
      },
    ],
    ['with a key that has expired', async () => withKey(await createKey('aaaa02', hour), listed)],
    [
      'with a key that was revoked',
      async () => {
        const token = await createKey('aaaa03');
        await revokeKey(skydesk, 'aaaa03');
        return withKey(token, listed);
      },
    ],
    [
      'with a key and a wrong signature beside it',
      async () => {
        const { body, headers } = withKey(await createKey('aaaa04'), listed);
        return { body, headers: { ...headers, 'x-slack-signature': 'v0=00' } };
      },
    ],
    [
      'with two keys in one header',
      async () => {
        const token = await createKey('aaaa05');
        return withKey(`${token}, Bearer ${token}`, listed);
      },
    ],
  ])('%s', async (_, request) => {
    const before = asked();
    const { status, text } = await sendTo(skydesk, '/mcp', await request());
    expect(status).toBe(401);
    expect(text).not.toContain('alert');
    expect(asked()).toBe(before);
  });

  test('from a page of a browser, also with a key that works', async () => {
    const { body, headers } = withKey(await createKey('aaaa06'), listed);
    const page = { body, headers: { ...headers, origin: 'https://evil.example' } };
    expect((await sendTo(skydesk, '/mcp', page)).status).toBe(403);
  });
});

describe('a call that Slack signed is refused', () => {
  test.each<[string, Json]>([
    ['if it names nobody', {}],
    ['if it names a person without a workspace', { user_id: 'U0ANA' }],
    ['if it names Ana in another workspace', person('ana', 'T0GLOBEX')],
    ['if it names a stranger', person('sam', 'T0GLOBEX')],
    ['if it names a stranger in this workspace', person('sam')],
    ['if it names a guest', person('gus')],
    ['if it names a bot', person('skydesk')],
    ['if it names a person whom Slack doesn’t know', person('nobody')],
    ['if it names two people', { user_id: ['U0ANA', 'U0BEN'], team_id: 'T0SKYDESK' }],
    ['if it names a person by what is no id', { user_id: '__proto__', team_id: 'T0SKYDESK' }],
  ])('%s', async (_, as) => {
    const before = asked();
    for (const [tool, args] of [
      ['alert_list', {}],
      ['alert_create', newPolicy],
    ] as const) {
      const { result } = await callTool(skydesk, tool, args, as);
      expect(result).toMatchObject({ isError: true, structuredContent: { outcome: 'refused' } });
    }
    const since = skydesk.cloud.requests.slice(before).filter(({ route }) => route !== 'login');
    expect(since).toEqual([]);
  });
});

describe('a request that is sent again', () => {
  test('does nothing, however often it comes and at once', async () => {
    const request = toolMessage(skydesk, toolCall('alert_create', newPolicy));
    const before = previews('ana').length;
    const got = await Promise.all([1, 2, 3, 4].map(() => sendTo(skydesk, '/mcp', request)));
    got.push(await sendTo(skydesk, '/mcp', request));
    const outcomes = got.map(({ result }) => JSON.stringify(result.structuredContent));
    expect(outcomes.filter((text) => text.includes('"outcome":"preview"'))).toHaveLength(1);
    expect(outcomes.filter((text) => text.includes('nothing was done again'))).toHaveLength(4);
    expect(previews('ana')).toHaveLength(before + 1);
  });

  test('to the endpoint of Slack’s events is no click, whatever form is in its arguments', async () => {
    await callTool(skydesk, 'alert_create', newPolicy);
    const confirm = click(skydesk, 'confirm', idOn(previews('ana').at(-1), 'confirm')).body;
    const { body, headers } = toolMessage(skydesk, toolCall('alert_list', { why: `&${confirm}&` }));
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      await sendTo(skydesk, '/slack/events', { body, headers: { ...headers, 'content-type': type } });
  });

  test.each([
    ['a typed command', () => slash(skydesk, 'alert list')],
    ['a click', () => click(skydesk, 'confirm', 'an-id')],
  ])('from Slack’s events, %s, is no tool call and no command for scripts', async (_, request) => {
    const { body, headers } = request();
    const json = {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    expect((await sendTo(skydesk, '/mcp', { body, headers: json })).status).toBe(400);
    expect((await sendTo(skydesk, '/run', { body, headers: json })).status).toBe(401);
  });
});

describe('a body that is made to confuse', () => {
  const params = { name: 'alert_create', arguments: newPolicy, _meta: { slack: person('ana') } };
  const call = JSON.stringify(toolCall('alert_create', newPolicy));

  test.each([
    ['two calls in one', `[${call},${call}]`],
    ['a call without an id', JSON.stringify({ jsonrpc: '2.0', method: 'tools/call', params })],
    ['a call in the prototype', `{"__proto__":${call}}`],
    ['an id that is an object', call.replace(/"id":\d+/, '"id":{"a":1}')],
    ['another method', call.replace('tools/call', 'tools/confirm')],
    ['half of a call', call.slice(0, -5)],
    ['nothing', ''],
    ['a megabyte and a byte', `${call}${' '.repeat(1024 * 1024)}`],
  ])('%s asks for nothing', async (_, body) => {
    const before = previews('ana').length;
    const { status, text } = await sendTo(skydesk, '/mcp', withKey(await createKey('bbbb01'), body));
    expect(status).toBeLessThan(500);
    expect(text).not.toContain('"outcome":"preview"');
    expect(previews('ana')).toHaveLength(before);
  });
});
