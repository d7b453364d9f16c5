import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, onTestFinished, test } from 'vitest';
import { gateway } from '../../../../local/aws/index.ts';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';

async function serve(answer: (event: APIGatewayProxyEventV2) => unknown) {
  const events: APIGatewayProxyEventV2[] = [];
  const lambda = {
    async invoke(event: unknown) {
      events.push(event as APIGatewayProxyEventV2);
      return answer(event as APIGatewayProxyEventV2);
    },
  };
  const { url, close } = await listenOnLoopback(
    gateway([
      { method: 'POST', path: '/slack/events', lambda },
      { method: 'ANY', path: '/mcp', lambda },
    ]),
  );
  onTestFinished(close);
  return { url, events };
}

test('a form arrives as an HTTP API event with a base64 body', async () => {
  const { url, events } = await serve(() => ({ statusCode: 200 }));
  await fetch(`${url}/slack/events?a=1&a=2&b=%20`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-Slack-Signature': 'v0=abc',
      cookie: 'x=1; y=2',
    },
    body: 'command=%2Fcloud&text=ü',
  });
  const [event] = events;
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'POST /slack/events',
    rawPath: '/slack/events',
    rawQueryString: 'a=1&a=2&b=%20',
    queryStringParameters: { a: '1,2', b: ' ' },
    cookies: ['x=1', 'y=2'],
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-signature': 'v0=abc',
    },
    requestContext: {
      http: { method: 'POST', path: '/slack/events', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
      routeKey: 'POST /slack/events',
      stage: '$default',
      time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    },
    isBase64Encoded: true,
  });
  expect(event?.headers).not.toHaveProperty('cookie');
  expect(Buffer.from(event?.body ?? '', 'base64').toString()).toBe('command=%2Fcloud&text=ü');
});
