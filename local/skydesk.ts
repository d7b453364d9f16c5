import type { RequestListener } from 'node:http';
import { botScopes, scopeOfSlackbot } from '../src/slack/client/scopes.ts';
import { gateway, serveInvocations } from './aws/index.ts';
import { startBackends } from './backends.ts';
import { users } from './cloud/index.ts';
import { deployFunctions, dist } from './deploy-functions.ts';
import { feedFunctions } from './feed-functions.ts';
import { createInspector } from './inspector/index.ts';
import { listenOnLoopback } from './loopback/listen.ts';
import { passTime } from './pass-time.ts';
import type { SkydeskOptions } from './skydesk-options.ts';
import { serveSkydesk } from './skydesk-routes.ts';
import { createSlack } from './slack/index.ts';
import { playStep } from './story/perform.ts';
import { worldClock } from './world-clock.ts';

export type { SkydeskOptions } from './skydesk-options.ts';

/** The whole bot on loopback: the built bundles and all services that they use. */
export type Skydesk = Awaited<ReturnType<typeof startSkydesk>>;

/** Starts the built bundles with a local AWS and, unless the options say otherwise, a local Slack and a local cloud. */
export async function startSkydesk(options: SkydeskOptions = {}) {
  const { slack: elsewhere, bundles = dist, buildStrict } = options;
  const clock = worldClock();
  const backends = await startBackends(options, clock);
  const { aws, cloud, login, slackSecrets, serviceUrl } = backends;
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  // First, since the functions have its address in their environment.
  const server = await listenOnLoopback((request, response) => answer(request, response), options.port, {
    now: clock.now,
    // Another Slack, and callers with an API key, come through a tunnel.
    ...(elsewhere && !elsewhere.socketMode && { signed: ['/slack/events', '/mcp', '/run'] }),
  });
  const { url } = server;
  const slack = elsewhere ? undefined : createLocalSlack(options, slackSecrets, clock.now, url);
  const invocations = await serveInvocations(() => ({ receiver: functions.receiver }));
  const environment = backends.environment(url, invocations.url);
  /** Returns the environment of an instance, with its own address of Slack's Web API, which identifies the caller. */
  const environmentOf = (instance: string) => ({
    ...environment,
    ...(!elsewhere && { SLACK_API_URL: `${url}/i/${instance}/api/` }),
  });
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
  const { receiver, worker, mcp } = functions;
  const { quiet, sweeping } = feedFunctions(functions, aws, clock, options);
  const { holdBack = false } = options;
  const passing = passTime({ clock, aws, sweeping, slack, holdBack, quiet });
  const { settled } = passing;
  // Another service or Slack has its own clock.
  const time = cloud && slack && passing.time;
  const inspector = createInspector({
    cloud,
    slack,
    aws,
    worker,
    time,
    login,
    slackSecrets,
    functions: Object.values(functions),
    policy: buildStrict && {
      async set(strict) {
        workerBundles = strict ? await buildStrict() : bundles;
        await worker.coldStart();
      },
    },
    passwords: users.map(({ password }) => password),
    command: elsewhere?.command ?? '/cloud',
    clock: clock.now,
  });
  answer = serveSkydesk({
    api: gateway([
      { method: 'POST', path: '/slack/events', lambda: receiver },
      { method: 'ANY', path: '/mcp', lambda: mcp },
      { method: 'ANY', path: '/run', lambda: mcp },
    ]),
    inspector: inspector.listener,
    slack: slack?.listener,
    environment: () => environment,
    ahead: clock.ahead,
    settled,
    async playStory(index) {
      if (index === 0) await inspector.reset();
      await playStep({ slack, cloud, time, settled }, index);
    },
  });
  return {
    /** Address to which Slack posts, without the path, and address of the local Slack. */
    url,
    serviceUrl,
    environment,
    aws,
    ...functions,
    /** Undefined if another service or Slack is used, like `slack` and `time`. */
    cloud,
    slack,
    inspector,
    time,
    settled,
    /** Runs the sweeper now, and the jobs that it sends to the worker. */
    async sweep(): Promise<void> {
      await sweeping.fire();
      await settled();
    },
    async close(): Promise<void> {
      sweeping.stop();
      inspector.close();
      await Promise.all([server.close(), invocations.close()]);
      await Promise.all(Object.values(functions).map((deployed) => deployed.close()));
      await backends.close();
    },
  };
}

const createLocalSlack = (
  { ackTimeout }: SkydeskOptions,
  secrets: { readonly signingSecret: string; readonly botToken: string },
  now: () => number,
  url: string,
) =>
  createSlack({
    ...secrets,
    clock: now,
    requestUrl: `${url}/slack/events`,
    mcpUrl: () => `${url}/mcp`,
    ...(ackTimeout !== undefined && { ackTimeout }),
    scopes: [...botScopes, scopeOfSlackbot],
    url: () => url,
  });
