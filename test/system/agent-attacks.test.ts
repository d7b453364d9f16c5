import { beforeAll, describe, expect, test } from 'vitest';
import {
  attackedSkydesk,
  click,
  createKey,
  person,
  sendTo,
  slash,
  toolCall,
  toolMessage,
  withKey,
} from '../support/index.ts';

/*
 * Attempts of attackers on the endpoints for agents.
 */

const skydesk = await attackedSkydesk();

const newPolicy = { name: 'Disk 80', disk: 80, to: ['ops@example.com'] };
const previews = (name: string) =>
  skydesk.slack.sees(name, 'dm').filter((message) => JSON.stringify(message).includes('decide:confirm'));

describe('a request that is sent again', () => {
  test('does nothing again, even if it is sent several times at once', async () => {
    const request = toolMessage(skydesk, toolCall('alert_create', newPolicy));
    const before = previews('ana').length;
    const got = await Promise.all([1, 2, 3, 4].map(() => sendTo(skydesk, '/mcp', request)));
    got.push(await sendTo(skydesk, '/mcp', request));
    const outcomes = got.map(({ result }) => JSON.stringify(result.structuredContent));
    expect(outcomes.filter((text) => text.includes('"outcome":"preview"'))).toHaveLength(1);
    expect(outcomes.filter((text) => text.includes('nothing was done again'))).toHaveLength(4);
    expect(previews('ana')).toHaveLength(before + 1);
  });

  test.each([
    ['a typed command', () => slash(skydesk, 'alert list')],
    ['a click', () => click(skydesk, 'confirm', 'an-id')],
  ])('from Slack’s events, %s, is neither a tool call nor a command for scripts', async (_, request) => {
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

describe('a confusing body', () => {
  let token: string;
  beforeAll(async () => {
    token = await createKey(skydesk);
  });
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
  ])('%s requests nothing', async (_, body) => {
    const before = previews('ana').length;
    const { status, text } = await sendTo(skydesk, '/mcp', withKey(token, body));
    expect(status).toBeLessThan(500);
    expect(text).not.toContain('"outcome":"preview"');
    expect(previews('ana')).toHaveLength(before);
  });
});
