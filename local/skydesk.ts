import type { RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { maxDeliveries } from '../src/aws/lambda/sqs-batch.ts';
import { botScopes } from '../src/slack/client/scopes.ts';
import {
  type Aws,
  createLambda,
  gateway,
  type Lambda,
  type LambdaOptions,
  type LogLine,
  type Poller,
  schedule,
  startAws,
} from './aws/index.ts';
import { credentialsOf, type LocalCloud, startLocalCloud, users } from './cloud/index.ts';
import { createInspector, type Inspector } from './inspector/index.ts';
import { listenOnLoopback } from './loopback/listen.ts';
import { servePage } from './page-server.ts';
import { createSlack, type MountableSlack } from './slack/index.ts';

/** What the whole bot on loopback starts with; every part has a local default. */
export interface SkydeskOptions {
  /** Of the local Slack and of /slack/events; any free one when left out. */
  readonly port?: number;
  /** A remote service instead of the local cloud. */
  readonly service?: { readonly baseUrl: string; readonly username: string; readonly password: string };
  /** A Slack elsewhere instead of the local one. */
  readonly slack?: { readonly apiUrl: string; readonly signingSecret: string; readonly botToken: string };
  /** Where the bundles are; dist/ when left out. */
  readonly bundles?: string;
  /** Longest run of the worker, in milliseconds; 60,000 as deployed. */
  readonly workerTimeoutMs?: number;
  /** Most instances of the worker at once; 5 when left out. */
  readonly workers?: number;
  /** Most messages that one run of the worker takes; 1 when left out. */
  readonly batchSize?: number;
  /** After how many seconds an unfinished message comes again, as deployed; a failed one at once when left out. */
  readonly visibilitySeconds?: number;
  /** What is to be done later is done when `settled` is asked for it, not when its time comes. */
  readonly holdBack?: boolean;
  /** How often the sweeper runs by itself, in milliseconds; never when left out. */
  readonly sweepEveryMs?: number;
  readonly onLog?: (line: LogLine) => void;
  /** Prepares each function, in place of the local Lambda. */
  readonly createFunction?: (options: LambdaOptions) => Lambda;
}

/** The whole bot, running on loopback: the built bundles and everything that they talk to. */
export interface Skydesk {
  /** Where Slack posts, without the path, and where the local Slack is. */
  readonly url: string;
  readonly serviceUrl: string;
  /** The variables that the functions run with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly aws: Aws;
  readonly receiver: Lambda;
  readonly worker: Lambda;
  readonly sweeper: Lambda;
  /** Absent when another service or Slack is used. */
  readonly cloud: LocalCloud | undefined;
  readonly slack: MountableSlack | undefined;
  /** The request inspector of the page. */
  readonly inspector: Inspector;
  /** Resolves when nothing is asked, queued or in work; messages that are not due yet count if `delayed`. */
  settled(options?: { readonly delayed?: boolean }): Promise<void>;
  /** Runs the sweeper now. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

const secretIds = { service: 'skydesk/service', slack: 'skydesk/slack' };
const local = { signingSecret: 'local-signing-secret', botToken: 'xoxb-local-bot-token' };
const dist = path.join(import.meta.dirname, '../dist');

/** Starts the built bundles with a local AWS and, unless the options say otherwise, a local Slack and a local cloud. */
export async function startSkydesk(options: SkydeskOptions = {}): Promise<Skydesk> {
  const {
    bundles = dist,
    workerTimeoutMs = 60_000,
    workers = 5,
    batchSize = 1,
    visibilitySeconds,
    holdBack = false,
    sweepEveryMs,
    onLog = () => {},
    createFunction = createLambda,
  } = options;
  const bundle = (name: string): string => path.join(bundles, `${name}.js`);
  const cloud = options.service ? undefined : await startLocalCloud();
  const service = options.service ?? { baseUrl: cloud?.url ?? '', ...credentialsOf() };
  const { signingSecret, botToken } = options.slack ?? local;
  const aws = await startAws({
    holdBack,
    maxReceiveCount: maxDeliveries,
    ...(visibilitySeconds !== undefined && { visibilitySeconds }),
    secrets: {
      [secretIds.service]: { username: service.username, password: service.password },
      [secretIds.slack]: { signingSecret, botToken },
    },
  });

  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = await listenOnLoopback((request, response) => answer(request, response), options.port, {
    // Another Slack comes through a tunnel, by the tunnel's name.
    ...(options.slack && { signed: '/slack/events' }),
  });
  const { url } = server;
  const slack = options.slack
    ? undefined
    : createSlack({
        signingSecret,
        botToken,
        requestUrl: `${url}/slack/events`,
        scopes: botScopes,
        url: () => url,
      });

  const environment = {
    ...aws.environment,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_SECRET_ID: secretIds.service,
    SLACK_SECRET_ID: secretIds.slack,
    SLACK_API_URL: options.slack?.apiUrl ?? `${url}/api/`,
  };
  /** Each instance has an address of its own for Slack's Web API, so that it is known who calls. */
  const environmentOf = (instance: string) => ({
    ...environment,
    ...(!options.slack && { SLACK_API_URL: `${url}/i/${instance}/api/` }),
  });
  const hooks: Pick<LambdaOptions, 'onLog' | 'onStart' | 'onInvocation'> = {
    onLog(line) {
      onLog(line);
      inspector.onLog(line);
    },
    onStart: (begun) => inspector.onStart(begun),
    onInvocation: (invocation) => inspector.onInvocation(invocation),
  };
  const receiver = createFunction({
    name: 'receiver',
    bundle: bundle('receiver'),
    environment: environmentOf,
    timeoutMs: 5_000,
    ...hooks,
  });
  const worker = createFunction({
    name: 'worker',
    bundle: bundle('worker'),
    environment: environmentOf,
    timeoutMs: workerTimeoutMs,
    concurrency: workers,
    ...hooks,
  });
  const sweeper = createFunction({
    name: 'sweeper',
    bundle: bundle('sweeper'),
    environment: environmentOf,
    timeoutMs: 60_000,
    concurrency: 1,
    ...hooks,
  });
  const inspector = createInspector({
    cloud,
    slack,
    aws,
    functions: [receiver, worker, sweeper],
    worker,
    login: { username: service.username, password: service.password, secretId: secretIds.service },
    slackSecrets: { signingSecret, botToken },
    passwords: users.map(({ password }) => password),
    command: '/cloud',
  });
  const poller = aws.poll(worker, {
    concurrency: workers,
    batchSize,
    retryAtOnce: visibilitySeconds === undefined,
  });
  // A sweep that fails says so in its log, and the next one comes by itself.
  const sweeping = schedule(sweeper);
  if (sweepEveryMs !== undefined) sweeping.every(sweepEveryMs);

  const settled: Skydesk['settled'] = async (which) => {
    do await quiet(receiver, poller, which);
    while (which?.delayed && (await aws.deliverHeldBack()) > 0);
  };
  answer = route(gateway(receiver), settled, environment, slack?.listener, inspector.listener);

  return {
    url,
    serviceUrl: service.baseUrl,
    environment,
    aws,
    receiver,
    worker,
    sweeper,
    cloud,
    slack,
    inspector,
    settled,
    async sweep() {
      await sweeping.fire();
    },
    async close() {
      sweeping.stop();
      inspector.close();
      await server.close();
      await Promise.all([receiver.close(), worker.close(), sweeper.close()]);
      await Promise.all([aws.close(), cloud?.close()]);
    },
  };
}

async function quiet(receiver: Lambda, poller: Poller, which: { delayed?: boolean } = {}): Promise<void> {
  do await poller.settled(which);
  while (receiver.running > 0);
}

function route(
  events: RequestListener,
  settled: Skydesk['settled'],
  environment: Skydesk['environment'],
  slack: RequestListener | undefined,
  inspector: RequestListener,
): RequestListener {
  const page = slack && servePage(slack);
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    if (pathname === '/slack/events') return events(request, response);
    if (pathname.startsWith('/_inspector/')) return inspector(request, response);
    if (pathname === '/_control/environment') return say(response, 200, JSON.stringify(environment));
    if (pathname === '/_control/settled') {
      settled({ delayed: searchParams.get('delayed') === 'true' }).then(
        () => say(response, 200, '{"ok":true}'),
        () => say(response, 500, '{"ok":false}'),
      );
      return;
    }
    if (page) return page(request, response);
    return say(response, 404, 'Not found\n');
  };
}

function say(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/plain' })
    .end(text);
}
