import type { RequestListener } from 'node:http';
import { listenOnLoopback } from '../loopback/listen.ts';
import { controlApi } from './control-api.ts';
import { fileUploadRoute, type RouteHandler, responseUrlRoute } from './http-routes.ts';
import { AppClient } from './human/post-to-app.ts';
import { sendJson } from './payload/http-json.ts';
import { lookUp } from './payload/json.ts';
import { RateLimits } from './rate-limits.ts';
import { createSlackControl } from './slack-control.ts';
import { Faults } from './slack-faults.ts';
import { Slackbot } from './slackbot/conversation.ts';
import { webApi } from './web-api.ts';
import { createLocal, type Local } from './workspace/local.ts';

export interface SlackOptions {
  /** Port on loopback; a free one by default. */
  readonly port?: number;
  /** Milliseconds since the epoch; the real time by default. */
  readonly clock?: () => number;
  readonly signingSecret: string;
  readonly botToken: string;
  /** URL to which commands, interactions and events are posted. */
  readonly requestUrl: string | (() => string);
  /** The slash command of the app; `/cloud` by default. */
  readonly command?: string;
  /** The URL in `mcp_servers` of the app's manifest, for Slackbot; none by default. */
  readonly mcpUrl?: () => string;
  /** Time that Slack waits for an acknowledgement, in milliseconds; 3000 by default. */
  readonly ackTimeout?: number;
  /** The scopes of the bot's token; all by default. */
  readonly scopes?: readonly string[];
}

export type Slack = Awaited<ReturnType<typeof startSlack>>;
export type MountableSlack = ReturnType<typeof createSlack>;

/**
 * Creates a local Slack to mount on an existing server: `listener` serves /api (also as /i/<caller>/api, which identifies callers
 * in the journal), /hooks, /files and /_control.
 * @param url the address of that server, without a trailing slash
 */
export function createSlack(options: Omit<SlackOptions, 'port'> & { url: () => string }) {
  const {
    clock = Date.now,
    requestUrl,
    command = '/cloud',
    ackTimeout = 3_000,
    scopes,
    mcpUrl,
    url,
  } = options;
  const secret = { signingSecret: options.signingSecret, botToken: options.botToken };
  const local = createLocal(url, clock);
  const { workspace } = local;
  local.scopes.grant(scopes);
  const faults = new Faults();
  const rateLimits = new RateLimits(clock);
  const address = typeof requestUrl === 'string' ? () => requestUrl : requestUrl;
  const app = new AppClient(workspace, {
    requestUrl: address,
    signingSecret: () => secret.signingSecret,
    ackTimeout,
  });
  const slackbot = new Slackbot(local, mcpUrl, () => secret.signingSecret);
  const controls = createSlackControl(local, app, slackbot, faults, command);
  const api = webApi(local, faults, rateLimits, () => secret.botToken);
  return {
    ...controls,
    rateLimits,
    listener: listen(local, api, controlApi(controls)),
    /** Replaces the signing secret, or the only valid token. */
    rotate: (next: Partial<typeof secret>): void => void Object.assign(secret, next),
    /** Notifies the journal's listeners that the clock was moved. */
    clockMoved: (): void => void workspace.journal.append('clock', {}),
  };
}

export async function startSlack(options: SlackOptions) {
  let url = '';
  const { listener, ...controls } = createSlack({ ...options, url: () => url });
  const server = await listenOnLoopback(listener, options.port, { now: options.clock });
  url = server.url;
  return {
    ...controls,
    /** Without a trailing slash. */
    url,
    /** For the Web API client, with the trailing `/api/`. */
    apiUrl: `${url}/api/`,
    close: server.close,
  };
}

function listen(local: Local, api: RouteHandler, controls: RouteHandler): RequestListener {
  const routes: Record<string, RouteHandler> = {
    api,
    _control: controls,
    hooks: responseUrlRoute(local),
    files: fileUploadRoute(local),
  };
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://slack');
    const [, caller, first = '', rest = ''] = /^(?:\/i\/([\w-]+))?\/([^/]*)\/?(.*)$/.exec(pathname) ?? [];
    const route = caller === undefined || first === 'api' ? lookUp(routes, first) : undefined;
    if (!route) return sendJson(response, 404, { ok: false, error: 'not_found' });
    route(request, response, rest, caller).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { ok: false, error: String(error) });
    });
  };
}
