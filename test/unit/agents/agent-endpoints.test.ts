import { expect, test } from 'vitest';
import { agentEndpoints } from '../../../src/agents/agent-endpoints.ts';
import { endpoints, withKey } from './endpoints.ts';

const sentence = 'Something went wrong in Skydesk. Nothing was changed. Try again in a minute.';

test.each([
  ['/mcp', JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_603, message: sentence } })],
  ['/run', `${sentence}\n`],
])(
  'a request to %s gets 500 and %j if its key can’t be looked up, and the log has the error name alone',
  async (rawPath, said) => {
    const { deps, calls, lines } = endpoints();
    const findTyped = () => Promise.reject(new TypeError('skydesk_secret'));
    const answer = agentEndpoints({ ...deps, keys: { findTyped } });
    const requestContext = { http: { method: 'POST' } };
    const { statusCode, body } = await answer({
      rawPath,
      requestContext,
      headers: withKey,
      body: 'alert list',
    });
    expect([statusCode, body]).toEqual([500, said]);
    expect([calls, lines]).toEqual([
      [],
      [{ event: 'request failed', error: expect.stringMatching(/^TypeError at [\w.-]+:/) }],
    ]);
  },
);
