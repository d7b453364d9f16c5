import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { request } from '../../../../src/http/request.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { slackWeb } from '../../../../src/slack/client/web.ts';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The error of a call if Slack's API gives this response, and how often it was called. */
async function rejection({ status = 200, headers = {}, body = {} }: Reply) {
  let asked = 0;
  const { url, close } = await listenOnLoopback((_, response) => {
    asked += 1;
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  onTestFinished(close);
  const secret = async () => ({ botToken: 'xoxb-1', signingSecret: 's' });
  const call = slackWeb({ get: secret, renew: secret }, `${url}/api/`, request);
  const error: unknown = await call((web) => web.auth.test()).catch((thrown: unknown) => thrown);
  return { error, asked };
}

test('a rate limit is passed on at once, with the pause that Slack asks for', async () => {
  const { error, asked } = await rejection({ status: 429, headers: { 'retry-after': '20' } });
  expect(error).toEqual(new Unavailable('Slack didn’t respond.', 20));
  expect(asked).toBe(1);
});

test.each<[string, Reply]>([
  ['a rate limit without a pause', { status: 429 }],
  ['a rate limit in a word', { body: { ok: false, error: 'ratelimited' } }],
  ['an error of the gateway', { status: 503 }],
  ['an error inside Slack', { body: { ok: false, error: 'internal_error' } }],
  ['an error inside Slack, unexplained', { body: { ok: false, error: 'fatal_error' } }],
  ['another server in Slack’s place', { body: '<html>' }],
  ['a refusal in several words', { body: { ok: false, error: 'xoxb-1 is not known' } }],
])('%s may be over at the next attempt', async (_, reply) => {
  const { error } = await rejection(reply);
  expect(error).toEqual(new Unavailable('Slack didn’t respond.', 0));
});

test('a refusal is final, and the call is not repeated', async () => {
  const { error, asked } = await rejection({ body: { ok: false, error: 'channel_not_found' } });
  expect(error).toEqual(new SlackRejection('channel_not_found'));
  expect(asked).toBe(1);
});
