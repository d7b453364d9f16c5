import type { RequestListener } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { maxDeliveries } from '../src/aws/lambda/sqs-batch.ts';
import { botScopes, scopeOfSlackbot } from '../src/slack/client/scopes.ts';
import { type Aws, gateway, type LogLine, schedule, serveInvocations, startAws } from './aws/index.ts';
import { credentialsOf, type LocalCloud, startLocalCloud, users } from './cloud/index.ts';
import {
  agentWorkers,
  type DeployOptions,
  defaultWorkers,
  deployFunctions,
  dist,
  type Functions,
} from './deploy-functions.ts';
import { createInspector, type Inspector } from './inspector/index.ts';
import type { LocalTime } from './inspector/local-parts.ts';
import { listenOnLoopback } from './loopback/listen.ts';
import { localTime } from './pass-time.ts';
import { serveSkydesk } from './skydesk-routes.ts';
import { createSlack, type MountableSlack } from './slack/index.ts';
import { perform } from './story/perform.ts';
import { steps } from './story/scenes.ts';
import { type WorldClock, worldClock } from './world-clock.ts';

/** A Slack other than the local one. */
interface SlackElsewhere {
  readonly apiUrl: string;
  readonly signingSecret: string;
  readonly botToken: string;
  /** The slash command of its app; `/cloud` by default. */
  readonly command?: string;
  /** Whether its requests arrive by Socket Mode. Then nothing is open to a tunnel, and it can't call the MCP endpoint. */
  readonly socketMode?: boolean;
}

/** Options of the whole bot on loopback. Every part has a local default. */
export interface SkydeskOptions extends Omit<DeployOptions, 'workerBundles' | 'ahead'> {
  /** Port of the local Slack and of /slack/events; any free one by default. */
  readonly port?: number;
  /** A remote service to use instead of the local cloud. */
  readonly service?: { readonly baseUrl: string; readonly username: string; readonly password: string };
  /** A Slack to use instead of the local one. */
  readonly slack?: SlackElsewhere;
  /** Time that the local Slack waits for an acknowledgement, in milliseconds; 3000 by default, like Slack. */
  readonly ackTimeout?: number;
  /** Maximum number of messages per run of the worker; 1 by default. */
  readonly batchSize?: number;
  /** Seconds until an unfinished message is redelivered, as deployed. By default, a failed one is redelivered at once. */
  readonly visibilitySeconds?: number;
  /** Holds delayed messages back until `settled` is called with `delayed`, or time is let pass. */
  readonly holdBack?: boolean;
  /** Interval at which the sweeper runs by itself, in milliseconds; never by default. */
  readonly sweepEveryMs?: number;
  readonly onLog?: (line: LogLine) => void;
  /** Builds the functions with a stricter policy. Resolves to their folder. Without it, that policy can't be turned on. */
  readonly buildStrict?: () => Promise<string>;
}

/** The whole bot on loopback: the built bundles and all services that they use. */
export interface Skydesk extends Functions {
  /** Address to which Slack posts, without the path, and address of the local Slack. */
  readonly url: string;
  readonly serviceUrl: string;
  /** The environment variables of the functions. */
  readonly environment: Readonly<Record<string, string>>;
  readonly aws: Aws;
  /** Absent if another service or Slack is used. */
  readonly cloud: LocalCloud | undefined;
  readonly slack: MountableSlack | undefined;
  /** The request inspector of the page. */
  readonly inspector: Inspector;
  /** Lets time pass for all parts; absent if another service or Slack is used. */
  readonly time: LocalTime | undefined;
  /**
   * Resolves when nothing is being called, queued or in progress. With `delayed`, waits for messages that are not due yet as
   * well, for two hours at most: if `holdBack` is set, the clock is set forward to them.
   */
  settled(options?: { readonly delayed?: boolean }): Promise<void>;
  /** Runs the sweeper now, and the jobs that it sends to the worker. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/**
 * How far `settled` lets time pass for delayed messages, in milliseconds: longer than a background job is polled. What is tried again for
 * as long as something is down would never settle.
 */
const settlesWithin = 2 * 60 * 60 * 1000;

/** Interval at which the delayed messages are checked, in milliseconds. */
const lookAgainMs = 100;

const secretIds = {
  service: 'skydesk/service',
  signing: 'skydesk/slack-signing',
  token: 'skydesk/slack-token',
};
const local = { signingSecret: 'local-signing-secret', botToken: 'xoxb-local-bot-token' };

/** Starts the built bundles with a local AWS and, unless the options say otherwise, a local Slack and a local cloud. */
export async function startSkydesk(options: SkydeskOptions = {}): Promise<Skydesk> {
  const clock = worldClock();
  const backends = await startBackends(options, clock);
  const { aws, cloud, login, slackSecret } = backends;
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  const server = await listenOnLoopback((request, response) => answer(request, response), options.port, {
    now: clock.now,
    // Another Slack, and callers with an API key, come through a tunnel.
    ...(options.slack && !options.slack.socketMode && { signed: ['/slack/events', '/mcp', '/run'] }),
  });
  const { url } = server;
  const requestUrl = `${url}/slack/events`;
  const slack = options.slack
    ? undefined
    : createSlack({
        ...slackSecret,
        clock: clock.now,
        requestUrl,
        mcpUrl: () => `${url}/mcp`,
        ...(options.ackTimeout !== undefined && { ackTimeout: options.ackTimeout }),
        scopes: [...botScopes, scopeOfSlackbot],
        url: () => url,
      });
  const invocations = await serveInvocations(() => ({ receiver: functions.receiver }));
  const environment = {
    AWS_ENDPOINT_URL_LAMBDA: invocations.url,
    RECEIVER_NAME: 'receiver',
    ...environmentFor(backends, options.slack?.apiUrl ?? `${url}/api/`),
    ...(options.slack?.command && { SLACK_COMMAND: options.slack.command }),
    ...(!options.slack?.socketMode && { MCP_URL: `${url}/mcp` }),
  };
  /** Returns the environment of an instance, with its own address of Slack's Web API, which identifies the caller. */
  const environmentOf = (instance: string) => ({
    ...environment,
    ...(!options.slack && { SLACK_API_URL: `${url}/i/${instance}/api/` }),
  });
  const { bundles = dist, buildStrict } = options;
  let workerBundles = bundles;
  const deployment = { ...options, workerBundles: () => workerBundles, ahead: clock.ahead };
  const functions = deployFunctions(deployment, environmentOf, {
    onLog(line) {
      options.onLog?.(line);
      inspector.onLog(line);
    },
    onStart: (begun) => inspector.onStart(begun),
    onInvocation: (invocation) => inspector.onInvocation(invocation),
  });
  const { quiet, sweeping } = feedFunctions(functions, aws, clock, options);
  const passing = localTime({ clock, aws, sweeping, slack, quiet });
  const settled: Skydesk['settled'] = async ({ delayed = false } = {}) => {
    await quiet();
    if (delayed)
      await (options.holdBack ? passing.passDelays(clock.now() + settlesWithin) : nothingDelayed(aws, quiet));
  };
  // Another service or Slack has its own clock.
  const time = cloud && slack && passing;
  const inspector = createInspector({
    cloud,
    slack,
    aws,
    functions: Object.values(functions),
    worker: functions.worker,
    time,
    policy: buildStrict && {
      async set(strict) {
        workerBundles = strict ? await buildStrict() : bundles;
        await functions.worker.coldStart();
      },
    },
    login: { username: login.username, password: login.password, secretId: secretIds.service },
    slackSecrets: slackSecret,
    passwords: users.map(({ password }) => password),
    command: options.slack?.command ?? '/cloud',
    clock: clock.now,
  });
  answer = serveSkydesk({
    api: gateway([
      { method: 'POST', path: '/slack/events', lambda: functions.receiver },
      { method: 'ANY', path: '/mcp', lambda: functions.mcp },
      { method: 'ANY', path: '/run', lambda: functions.mcp },
    ]),
    inspector: inspector.listener,
    slack: slack?.listener,
    environment,
    ahead: clock.ahead,
    settled,
    async playStory(index) {
      const step = steps[index];
      if (!step) throw new Error(`The story has ${steps.length} steps.`);
      if (index === 0) await inspector.reset();
      await perform({ slack, cloud, time, settled }, step.scene, step.act);
    },
  });
  return {
    url,
    serviceUrl: login.baseUrl,
    environment,
    aws,
    ...functions,
    cloud,
    slack,
    inspector,
    time,
    settled,
    async sweep() {
      await sweeping.fire();
      await settled();
    },
    async close() {
      sweeping.stop();
      inspector.close();
      await Promise.all([server.close(), invocations.close()]);
      await Promise.all(Object.values(functions).map((deployed) => deployed.close()));
      await Promise.all([aws.close(), cloud?.close()]);
    },
  };
}

/** Starts the services that the functions call, except for Slack: AWS with the secrets and, by default, the local cloud. */
async function startBackends(
  { service, slack, visibilitySeconds, holdBack = false }: SkydeskOptions,
  clock: WorldClock,
) {
  const cloud = service ? undefined : await startLocalCloud({ clock: clock.now });
  const login = service ?? { baseUrl: cloud?.url ?? '', ...credentialsOf() };
  const { signingSecret, botToken } = slack ?? local;
  const aws = await startAws({
    clock: clock.now,
    holdBack,
    maxReceiveCount: maxDeliveries,
    ...(visibilitySeconds !== undefined && { visibilitySeconds }),
    secrets: {
      [secretIds.service]: { username: login.username, password: login.password },
      [secretIds.signing]: { signingSecret },
      [secretIds.token]: { botToken },
    },
  });
  return { aws, cloud, login, slackSecret: { signingSecret, botToken } };
}

const environmentFor = (
  { aws, login }: Awaited<ReturnType<typeof startBackends>>,
  slackApiUrl: string,
): Skydesk['environment'] => ({
  ...aws.environment,
  SERVICE_BASE_URL: login.baseUrl,
  SERVICE_SECRET_ID: secretIds.service,
  SLACK_SIGNING_SECRET_ID: secretIds.signing,
  SLACK_TOKEN_SECRET_ID: secretIds.token,
  SLACK_API_URL: slackApiUrl,
});

/** Connects the queues to the worker, and the schedule to the sweeper. */
function feedFunctions(
  { receiver, worker, sweeper, mcp }: Functions,
  aws: Aws,
  clock: WorldClock,
  { workers = defaultWorkers, batchSize = 1, visibilitySeconds, sweepEveryMs }: SkydeskOptions,
) {
  const retryWhenIdle = visibilitySeconds === undefined;
  const poller = aws.poll(worker, { concurrency: workers, batchSize, ahead: clock.ahead, retryWhenIdle });
  const agents = aws.poll(
    worker,
    { concurrency: agentWorkers, batchSize: 1, ahead: clock.ahead },
    aws.agentQueueUrl,
  );
  // A failed sweep is logged, and the schedule starts the next one.
  const sweeping = schedule(sweeper);
  if (sweepEveryMs !== undefined) sweeping.every(sweepEveryMs);
  const asked = [receiver, mcp];
  const quiet = async (): Promise<void> => {
    do {
      await poller.settled();
      await agents.settled();
    } while (asked.some(({ running }) => running > 0) || (await poller.isBusy()));
  };
  return { quiet, sweeping };
}

/** Waits until no message is delayed, by this machine's clock, and the effects of the last one are complete. */
async function nothingDelayed({ delayed }: Aws, quiet: () => Promise<void>): Promise<void> {
  let isDelayed: boolean;
  do {
    isDelayed = delayed.next() !== undefined;
    if (isDelayed) await delay(lookAgainMs);
    await quiet();
  } while (isDelayed);
}
