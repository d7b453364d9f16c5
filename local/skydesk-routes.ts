import type { RequestListener } from 'node:http';
import { servePage } from './page-server.ts';
import { sendJson } from './slack/payload/http-json.ts';
import { asString } from './slack/payload/json.ts';
import { asClient } from './slack/workspace/acting-client.ts';

/** Who answers which requests. */
export interface SkydeskRoutes {
  /** The HTTP API: Slack's requests at /slack/events, and those of agents at /mcp and /run. */
  readonly api: RequestListener;
  readonly inspector: RequestListener;
  /** The local Slack, with the page in front of it; absent when another Slack is used. */
  readonly slack: RequestListener | undefined;
  /** The variables that the functions run with, for the doctor of another process. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when nothing is asked, queued or in work; messages that are not due yet count if `delayed`. */
  settled(options: { readonly delayed: boolean }): Promise<void>;
  /** Does one step of the story; the first begins with a reset. Rejects in a sentence if it can't be done. */
  playStory(step: number): Promise<void>;
}

const apiPaths = ['/slack/events', '/mcp', '/run'];

/** Serves everything that is at the one address of the bot on loopback. */
export function serveSkydesk({
  api,
  inspector,
  slack,
  environment,
  settled,
  playStory,
}: SkydeskRoutes): RequestListener {
  const page = slack && servePage(slack);
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    if (apiPaths.includes(pathname)) return api(request, response);
    if (pathname.startsWith('/_inspector/')) return inspector(request, response);
    if (pathname === '/_control/environment') return sendJson(response, 200, environment);
    if (pathname === '/_control/settled') {
      settled({ delayed: searchParams.get('delayed') === 'true' }).then(
        () => sendJson(response, 200, { ok: true }),
        () => sendJson(response, 500, { ok: false }),
      );
      return;
    }
    if (pathname === '/_control/story' && request.method === 'POST') {
      const client = request.headers['x-slack-client'];
      asClient(asString(client) || undefined, () => playStory(Number(searchParams.get('step')))).then(
        () => sendJson(response, 200, { ok: true }),
        (error: Error) => sendJson(response, 400, { error: error.message }),
      );
      return;
    }
    if (page) return page(request, response);
    return sendJson(response, 404, { error: 'Not found' });
  };
}
