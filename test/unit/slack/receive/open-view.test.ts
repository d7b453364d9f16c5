import type { RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { request } from '../../../../src/http/request.ts';
import { viewOpener } from '../../../../src/slack/receive/open-view.ts';
import { placeholder } from '../../../../src/slack/render/form-view.ts';

/** A Slack of one method, and a client that opens a view there with a token that has been replaced. */
async function openAt(answer: RequestListener, renewed = 'new') {
  const tokens: (string | undefined)[] = [];
  const { url, close } = await listenOnLoopback((request, response) => {
    tokens.push(request.headers.authorization);
    request.resume().on('end', () => answer(request, response));
  });
  onTestFinished(close);
  const secret = {
    get: async () => ({ signingSecret: 's', botToken: 'old' }),
    renew: async () => ({ signingSecret: 's', botToken: renewed }),
  };
  const open = viewOpener(secret, `${url}/api/`, request, 'views.open');
  return { opening: await open('trigger', placeholder('A form')), tokens };
}

const opened = JSON.stringify({ ok: true, view: { id: 'V1', hash: 'h' } });
const no = (error: string) => JSON.stringify({ ok: false, error });

test('returns the open view', async () => {
  const { opening } = await openAt((_, response) => response.end(opened));
  expect(opening).toEqual({ state: 'open', view: { id: 'V1', hash: 'h' } });
});

test('a token that was replaced is read again, once', async () => {
  const { opening, tokens } = await openAt(({ headers }, response) =>
    response.end(headers.authorization === 'Bearer new' ? opened : no('token_revoked')),
  );
  expect(opening.state).toBe('open');
  expect(tokens).toEqual(['Bearer old', 'Bearer new']);
});

test('a token that nobody replaced is not retried', async () => {
  const { opening, tokens } = await openAt((_, response) => response.end(no('invalid_auth')), 'old');
  expect(opening).toEqual({ state: 'refused', why: 'invalid_auth' });
  expect(tokens).toHaveLength(1);
});

test('a response that echoes the request puts no token into the reason', async () => {
  const { opening } = await openAt(({ headers }, response) => response.end(no(JSON.stringify(headers))));
  expect(opening).toEqual({ state: 'refused', why: 'no view' });
});

test.each<[string, RequestListener, string]>([
  ['a refusal', (_, response) => response.end(no('expired_trigger_id')), 'refused'],
  ['an answer without a view', (_, response) => response.end('{"ok":true}'), 'refused'],
  ['too many requests', (_, response) => response.writeHead(429).end(), 'refused'],
  ['something that is not JSON', (_, response) => response.end('<html>'), 'unknown'],
  ['a connection that breaks', ({ socket }) => socket.destroy(), 'unknown'],
  ['half answers', (_, response) => response.writeHead(200, { 'content-length': 99 }).write('{'), 'unknown'],
  ['no answer at all', () => {}, 'unknown'],
])('%s never rejects', async (_, answer, state) => {
  const { opening } = await openAt(answer);
  expect(opening.state).toBe(state);
});
