import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sign } from '../../../local/slack/human/sign.ts';
import type { GatewayEvent } from '../../../src/http/gateway-event.ts';
import { endpoints, now, secret, token } from './endpoints.ts';

const anything = fc.string({ unit: 'binary', maxLength: 200 });
const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/** With another secret, and over another body. */
const forged = [sign(`${secret}.`, String(now / 1000), list), sign(secret, String(now / 1000), `${list}.`)];

/** Requests near to valid ones: each part may be right, but never all of them. */
const unsigned: fc.Arbitrary<GatewayEvent> = fc
  .record({
    body: fc.oneof(anything, fc.constant(list)),
    isBase64Encoded: fc.boolean(),
    method: fc.oneof({ weight: 5, arbitrary: fc.constant('POST') }, anything),
    rawPath: fc.constantFrom('/mcp', '/run'),
    timestamp: fc.oneof(fc.constant(String(now / 1000)), anything),
    signature: fc.oneof(anything, fc.constant(undefined), fc.constantFrom(...forged)),
    authorization: fc.oneof(
      anything,
      fc.constantFrom(
        undefined,
        token,
        `Bearer ${token}x`,
        `Basic ${token}`,
        `Bearer skydesk_U0ANA_7f3a21_`,
        'Bearer',
      ),
    ),
    more: fc.dictionary(anything, anything, { maxKeys: 3 }),
  })
  .map(({ body, isBase64Encoded, method, rawPath, timestamp, signature, authorization, more }) => ({
    rawPath,
    requestContext: { http: { method } },
    body,
    isBase64Encoded,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...more,
      'x-slack-request-timestamp': timestamp,
      ...(signature !== undefined && { 'x-slack-signature': signature }),
      ...(authorization !== undefined && { authorization }),
    },
  }));

test('a request without a signature or a key never learns of a tool and never reaches one', async () => {
  const { mcp, run, calls } = endpoints();
  await fc.assert(
    fc.asyncProperty(unsigned, async (event) => {
      const { statusCode, body } = await (event.rawPath === '/run' ? run(event) : mcp(event));
      expect([401, 403, 405, 413]).toContain(statusCode);
      expect(body).not.toContain('alert');
    }),
    { numRuns: 500 },
  );
  expect(calls).toEqual([]);
});
