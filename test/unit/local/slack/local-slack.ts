import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { LogLevel, WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { type Slack, type SlackOptions, startSlack } from '../../../../local/slack/index.ts';
import { isObject, type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';

const localSigningSecret = '8f742231b10e8888abcd99yyyzzz85a5';
export const localBotToken = 'xoxb-local';

/** The Web API client logs what Slack refuses, which here is what is asked for. */
export const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** What the app got: a form for commands, the payload of interactions, the JSON of events. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

/** What the app answers; `never` keeps Slack waiting. */
export interface Reply {
  readonly status?: number;
  readonly body?: string | JsonObject;
  readonly never?: boolean;
}

/** A local Slack with a frozen clock, and an app behind it that checks signatures as Slack's docs say. */
export async function openLocalSlack(more: Partial<SlackOptions> = {}) {
  const clock = { now: Date.UTC(2026, 5, 1, 9, 30) };
  const received: Received[] = [];
  const forged: string[] = [];
  let answer: (received: Received) => Reply | Promise<Reply> = () => ({});

  const app = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks).toString('utf8');
    if (!isGenuine(request.headers, raw)) forged.push(raw);
    const one = { headers: request.headers, body: readBody(raw) };
    received.push(one);
    const { status = 200, body = '', never } = await answer(one);
    if (never) return;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const address = app.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const slack: Slack = await startSlack({
    clock: () => clock.now,
    signingSecret: localSigningSecret,
    botToken: localBotToken,
    requestUrl: `http://127.0.0.1:${port}/slack/events`,
    // Only a test of the time limit waits for it; a busy machine is no reason to miss it.
    ackTimeout: 60_000,
    ...more,
  });
  onTestFinished(async () => {
    await slack.close();
    app.closeAllConnections();
    app.close();
  });
  const web = new WebClient(localBotToken, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    logger: silent,
  });
  return {
    slack,
    web,
    clock,
    received,
    /** Bodies whose signature was wrong: always empty when all is well. */
    forged,
    last: (): JsonObject => received.at(-1)?.body ?? {},
    /** Sets what the app answers from now on. */
    reply: (next: Reply | typeof answer): void => {
      answer = typeof next === 'function' ? next : () => next;
    },
  };
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
function isGenuine(headers: IncomingHttpHeaders, raw: string): boolean {
  const base = `v0:${headers['x-slack-request-timestamp']}:${raw}`;
  const wanted = Buffer.from(`v0=${createHmac('sha256', localSigningSecret).update(base).digest('hex')}`);
  const got = Buffer.from(String(headers['x-slack-signature']));
  return wanted.length === got.length && timingSafeEqual(wanted, got);
}

function readBody(raw: string): JsonObject {
  const json = parseJson(raw);
  if (isObject(json)) return json;
  const form = Object.fromEntries(new URLSearchParams(raw));
  const payload = form.payload === undefined ? undefined : parseJson(form.payload);
  return isObject(payload) ? payload : form;
}

/** The error word that Slack answered a Web API call with. */
export async function errorOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    const data: unknown = error instanceof Error && 'data' in error ? error.data : undefined;
    return typeof data === 'object' && data && 'error' in data ? String(data.error) : String(error);
  }
}
