import { createRequire } from 'node:module';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { vi } from 'vitest';
import { listenOnLoopback } from '../../local/loopback/listen.ts';
import { checkView } from '../../local/slack/blocks/check-view.ts';
import { asObject, type Json, parseJson } from '../../local/slack/payload/json.ts';
import type { GatewayEvent, GatewayResponse } from '../../src/http/gateway-event.ts';
import { job } from '../../src/queue/job.ts';
import { messageVersion } from '../../src/queue/message-version.ts';
import { now, secret } from './signed-events.ts';

type Handler = (event: unknown) => Promise<GatewayResponse>;

/** SQS's limit of a message, in bytes. */
const mostBytes = 1024 * 1024;

/** The outcome of a request. */
export interface Taken {
  readonly answer: GatewayResponse;
  /** The queued jobs, as the worker reads them. */
  readonly jobs: readonly ReturnType<typeof job.parse>[];
  /** All lines of standard output. */
  readonly logged: readonly string[];
  /** CPU time of the request, in milliseconds. */
  readonly busyMs: number;
}

/**
 * Loads `instances` of the receiver's bundle in this process, with Secrets Manager, SQS and Slack behind one socket. Time is
 * frozen, so that signatures stay fresh.
 */
export async function openReceiver(instances = 1) {
  let queued: Json[] = [];
  let logged: string[] = [];
  let troubles: string[] = [];
  const { url, close } = await listenOnLoopback(async (request, response) => {
    const sent = await text(request);
    const { 'x-amz-target': target } = request.headers;
    const say = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    switch (target ?? request.url) {
      case 'secretsmanager.GetSecretValue':
        return say(200, { SecretString: JSON.stringify({ signingSecret: secret, botToken: 'xoxb-1' }) });
      case 'AmazonSQS.SendMessage': {
        const { MessageBody } = asObject(parseJson(sent) ?? null);
        if (Buffer.byteLength(String(MessageBody)) > mostBytes)
          return say(400, { __type: 'com.amazonaws.sqs#InvalidParameterValue' });
        const { v, ...job } = asObject(parseJson(String(MessageBody)) ?? null);
        if (v !== messageVersion) troubles.push(`A message is of version ${v}`);
        queued.push(job);
        return say(200, { MessageId: '1' });
      }
      case '/api/views.open':
      case '/api/views.push': {
        const wrong = checkView(asObject(asObject(parseJson(sent) ?? null).view), '/view');
        if (wrong.length > 0) troubles.push(`Slack would not take a view: ${wrong.join()}`);
        return say(200, { ok: true, view: { id: 'V1', hash: '1.a' } });
      }
      default:
        troubles.push(`${target ?? request.url} was asked`);
        return say(404, {});
    }
  });

  vi.useFakeTimers({ toFake: ['Date'], now });
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL: url,
    QUEUE_URL: `${url}/000000000000/skydesk`,
    SLACK_SIGNING_SECRET_ID: 'skydesk/slack-signing',
    SLACK_TOKEN_SECRET_ID: 'skydesk/slack-token',
    SLACK_API_URL: `${url}/api/`,
  };
  const before = { ...process.env };
  Object.assign(process.env, environment);
  const load = createRequire(import.meta.url);
  const bundle = path.join(import.meta.dirname, '../../dist/receiver.js');
  const handlers = Array.from({ length: instances }, (): Handler => {
    delete load.cache[bundle];
    return load(bundle).handler;
  });
  const { write } = process.stdout;
  process.stdout.write = (text) => logged.push(String(text)) > 0;

  return {
    handlers,
    /** Passes a request to the receiver and awaits its response. Throws on any other failure. */
    async take(event: GatewayEvent, handler = handlers[0]): Promise<Taken> {
      if (!handler) throw new Error('There is no receiver');
      [queued, logged, troubles] = [[], [], []];
      const before = process.cpuUsage();
      const answer = await handler(event);
      const { user, system } = process.cpuUsage(before);
      if (troubles.length > 0) throw new Error(troubles.join());
      return { answer, jobs: queued.map((body) => job.parse(body)), logged, busyMs: (user + system) / 1000 };
    },
    async close() {
      process.stdout.write = write;
      vi.useRealTimers();
      process.env = before;
      await close();
    },
  };
}
