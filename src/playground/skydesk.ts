import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { type Emulator, startEmulator, users } from '../emulator/index.ts';
import {
  type Aws,
  createLambda,
  gateway,
  type Lambda,
  type LogLine,
  type Poller,
  startAws,
} from './aws/index.ts';
import { createSlack, type MountableSlack } from './slack/index.ts';

/** What the whole bot on loopback starts with; every part has a local default. */
export interface SkydeskOptions {
  /** Of the local Slack and of /slack/events; any free one when left out. */
  readonly port?: number;
  /** A service elsewhere instead of the embedded one. */
  readonly service?: { readonly baseUrl: string; readonly username: string; readonly password: string };
  /** A Slack elsewhere instead of the local one. */
  readonly slack?: { readonly apiUrl: string; readonly signingSecret: string; readonly botToken: string };
  /** Longest run of the worker, in milliseconds; 60,000 as deployed. */
  readonly workerTimeoutMs?: number;
  readonly onLog?: (line: LogLine) => void;
}

/** The whole bot, running on loopback: the built bundles and everything that they talk to. */
export interface Skydesk {
  /** Where Slack posts, without the path, and where the local Slack is. */
  readonly url: string;
  readonly serviceUrl: string;
  readonly aws: Aws;
  readonly receiver: Lambda;
  readonly worker: Lambda;
  /** Absent when another service or Slack is used. */
  readonly emulator: Emulator | undefined;
  readonly slack: MountableSlack | undefined;
  /** Resolves when nothing is asked, queued or in work; messages that are not due yet count if `delayed`. */
  settled(options?: { readonly delayed?: boolean }): Promise<void>;
  close(): Promise<void>;
}

const secretIds = { service: 'skydesk/service', slack: 'skydesk/slack' };
const local = { signingSecret: 'local-signing-secret', botToken: 'xoxb-local-bot-token' };
const bundle = (name: string): string => path.join(import.meta.dirname, `../../dist/${name}.js`);

/** Starts the bundles of dist/ with a local AWS and, unless told otherwise, a local Slack and the embedded service. */
export async function startSkydesk(options: SkydeskOptions = {}): Promise<Skydesk> {
  const { workerTimeoutMs = 60_000, onLog = () => {} } = options;
  const emulator = options.service ? undefined : await startEmulator();
  const service = options.service ?? ownLogin(emulator);
  const { signingSecret, botToken } = options.slack ?? local;
  const aws = await startAws({
    secrets: {
      [secretIds.service]: { username: service.username, password: service.password },
      [secretIds.slack]: { signingSecret, botToken },
    },
  });

  const server = createServer();
  const url = await listen(server, options.port ?? 0);
  const slack = options.slack
    ? undefined
    : createSlack({ signingSecret, botToken, requestUrl: `${url}/slack/events`, url: () => url });

  const environment = {
    ...aws.environment,
    SERVICE_BASE_URL: service.baseUrl,
    SERVICE_SECRET_ID: secretIds.service,
    SLACK_SECRET_ID: secretIds.slack,
    SLACK_API_URL: options.slack?.apiUrl ?? `${url}/api/`,
  };
  const receiver = createLambda({
    name: 'receiver',
    bundle: bundle('receiver'),
    environment,
    timeoutMs: 5_000,
    onLog,
  });
  const worker = createLambda({
    name: 'worker',
    bundle: bundle('worker'),
    environment,
    timeoutMs: workerTimeoutMs,
    concurrency: 5,
    onLog,
  });
  const poller = aws.poll(worker, { concurrency: 5, batchSize: 1, retryAtOnce: true });

  const settled: Skydesk['settled'] = async (which) => {
    await quiet(receiver, poller, which);
  };
  server.on('request', route(gateway(receiver), settled, slack?.listener));

  return {
    url,
    serviceUrl: service.baseUrl,
    aws,
    receiver,
    worker,
    emulator,
    slack,
    settled,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([receiver.close(), worker.close()]);
      await Promise.all([aws.close(), emulator?.close()]);
    },
  };
}

function ownLogin(emulator: Emulator | undefined) {
  const user = users.find(({ userName }) => userName === 'skydesk');
  if (!emulator || !user) throw new Error('The embedded service has no user skydesk');
  return { baseUrl: emulator.url, username: user.userName, password: user.password };
}

async function listen(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

async function quiet(receiver: Lambda, poller: Poller, which: { delayed?: boolean } = {}): Promise<void> {
  do await poller.settled(which);
  while (receiver.running > 0);
}

function route(
  events: RequestListener,
  settled: Skydesk['settled'],
  slack: RequestListener | undefined,
): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    if (pathname === '/slack/events') return events(request, response);
    if (pathname === '/_control/settled') {
      settled({ delayed: searchParams.get('delayed') === 'true' }).then(
        () => say(response, 200, '{"ok":true}'),
        () => say(response, 500, '{"ok":false}'),
      );
      return;
    }
    if (pathname === '/')
      return say(response, 200, 'Skydesk is running. Talk to it with: npm run try -- "help"\n');
    if (slack) return slack(request, response);
    return say(response, 404, 'Not found\n');
  };
}

function say(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/plain' })
    .end(text);
}
