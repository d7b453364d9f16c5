import { expect, test } from 'vitest';
import { agentEndpoints } from '../../../src/agents/agent-endpoints.ts';
import { endpoints, withKey } from './endpoints.ts';

test.each(['/mcp', '/run'])(
  'a request to %s is answered with 500 if nobody can look up its key, and the log names the error alone',
  async (rawPath) => {
    const { deps, calls, lines } = endpoints();
    const find = () => Promise.reject(new TypeError('skydesk_secret'));
    const answer = agentEndpoints({ ...deps, keys: { ...deps.keys, find } });
    const requestContext = { http: { method: 'POST' } };
    const { statusCode, body } = await answer({
      rawPath,
      requestContext,
      headers: withKey,
      body: 'alert list',
    });
    expect([statusCode, body]).toEqual([
      500,
      'Something went wrong in Skydesk. Nothing was changed. Try again in a minute.\n',
    ]);
    expect([calls, lines]).toEqual([[], [{ event: 'request failed', error: 'TypeError' }]]);
  },
);
