import { expect, test, vi } from 'vitest';
import { handler } from '../../../gateway/lambda.ts';

/* The gateway as a function behind an HTTP API. */

const event = (rawPath: string, authorization?: string) => ({
  rawPath,
  rawQueryString: 'groupLinks=true',
  requestContext: { http: { method: 'GET' } },
  ...(authorization && { headers: { Authorization: authorization } }),
});

test('answers what comes under /gateway, and logs its status without the path, the account or the token', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const answer = await handler(event('/gateway/v2/nothing/OCEAN', 'Bearer OCEAN.dop_v1_a_secret_token'));
  expect(answer).toMatchObject({ statusCode: 404, body: '{"message":"There is no such request."}' });
  const lines = written.mock.calls.map(([line]) => String(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"status":404');
  expect(lines[0]).not.toMatch(/secret|OCEAN|nothing/);
});

test('refuses a request without a token before it asks anybody', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await handler(event('/gateway/v2/datacenters/OCEAN'))).toEqual({
    statusCode: 401,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: '{"message":"Log in first."}',
  });
});
