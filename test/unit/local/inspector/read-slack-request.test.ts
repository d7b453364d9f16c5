import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { describe, readGatewayEvent } from '../../../../local/inspector/read-slack-request.ts';

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'alert_list', arguments: {} },
};
const key = 'skydesk_U0ANA_7f3a21_c2VjcmV0LXNlY3JldA';

const withKey = (body: string) =>
  readGatewayEvent(
    { headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` }, body },
    'a-signing-secret',
    Date.UTC(2026, 5, 1),
  );

test.each([
  ['a call', JSON.stringify(call), 'An agent called alert_list'],
  ['a line', 'alert list', 'An agent asked: alert list'],
])('%s with an API key is shown without the key, and without a guess at its person', (_, body, title) => {
  const request = withKey(body);
  expect(request.refused).toBeUndefined();
  expect(describe(request.payload)).toMatchObject({ title });
  expect(describe(request.payload)).not.toHaveProperty('person');
  expect(JSON.stringify(request)).not.toContain(key);
});

test.each([
  ['signed', (body: string) => signed(body)],
  ['with an API key', withKey],
])('a body %s that is nested 5,000 levels deep is shown as text', (_, read) => {
  const deep = `{"jsonrpc":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`;
  const { payload } = read(deep);
  expect(Object.values(payload)).toEqual([deep]);
});

function signed(body: string) {
  const now = Date.UTC(2026, 5, 1);
  const time = String(now / 1000);
  const mac = createHmac('sha256', 'a-signing-secret').update(`v0:${time}:${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': time,
    'x-slack-signature': `v0=${mac}`,
  };
  return readGatewayEvent({ headers, body }, 'a-signing-secret', now);
}
