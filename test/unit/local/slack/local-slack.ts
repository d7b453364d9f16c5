import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LogLevel, WebClient } from '@slack/web-api';
import { onTestFinished } from 'vitest';
import { httpApiEvent } from '../../../../local/aws/gateway.ts';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { type Slack, type SlackOptions, startSlack } from '../../../../local/slack/index.ts';
import { asObject, type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';
import { readRequest } from '../../../../src/slack/receive/signed-request.ts';

const localSigningSecret = '8f742231b10e8888abcd99yyyzzz85a5';
export const localBotToken = 'xoxb-local';

/** The Web API client logs the refusals of Slack, which tests here provoke. */
const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** The requests that the app got: a form for commands, the payload of interactions, the JSON of events. */
interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: JsonObject;
}

/** The app's response; `never` keeps Slack waiting. */
export interface Reply {
  readonly status?: number;
  readonly body?: string | JsonObject;
  readonly never?: boolean;
}

/** A local Slack with a frozen clock, and an app behind it that checks and reads requests as the bot does. */
export async function openLocalSlack(more: Partial<SlackOptions> = {}) {
  const clock = { now: Date.UTC(2026, 5, 1, 9, 30) };
  const received: Received[] = [];
  const forged: string[] = [];
  let answer: (received: Received) => Reply | Promise<Reply> = () => ({});

  const app = await listenOnLoopback(async (request, response) => {
    const event = httpApiEvent(request, await buffer(request), 'POST /slack/events');
    const read = readRequest(event, localSigningSecret, clock.now);
    if ('why' in read) forged.push(read.why);
    const one = { headers: request.headers, body: 'why' in read ? {} : asJson(read.body) };
    received.push(one);
    const { status = 200, body = '', never } = await answer(one);
    if (never) return;
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const slack: Slack = await startSlack({
    clock: () => clock.now,
    signingSecret: localSigningSecret,
    botToken: localBotToken,
    requestUrl: `${app.url}/slack/events`,
    // Only a test of the time limit waits for it; a busy machine is no reason to miss it.
    ackTimeout: 60_000,
    ...more,
  });
  onTestFinished(async () => {
    await slack.close();
    await app.close();
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
    /** The reasons why the bot would refuse what it got: always empty if all is well. */
    forged,
    last: (): JsonObject => received.at(-1)?.body ?? {},
    /** Sets the app's response from now on. */
    reply: (next: Reply | typeof answer): void => {
      answer = typeof next === 'function' ? next : () => next;
    },
  };
}

/** A value that was JSON in transit, typed as JSON again. */
const asJson = (body: object): JsonObject => asObject(parseJson(JSON.stringify(body)));

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
