import type { RequestListener } from 'node:http';
import { servePage } from './page-server.ts';
import { sendJson } from './slack/payload/http-json.ts';
import { asString } from './slack/payload/json.ts';
import { asClient } from './slack/workspace/acting-client.ts';

export interface SkydeskRoutes {
  /** The HTTP API: Slack's requests at /slack/events, and those of agents at /mcp and /run. */
  readonly api: RequestListener;
  readonly inspector: RequestListener;
  /** The local Slack behind the page; absent if another Slack is used. */
  readonly slack: RequestListener | undefined;
  /** The environment variables of the functions, for the doctor in another process. */
  environment(): Readonly<Record<string, string>>;
  /** Time by which the clock of all local parts is ahead of this machine's, in milliseconds; for the doctor, too. */
  ahead(): number;
  /**
   * Resolves when nothing is being called, queued or in progress. With `delayed`, messages that are not due yet count as well.
   */
  settled(options: { readonly delayed: boolean }): Promise<void>;
  /** Plays one step of the story; the first begins with a reset. Rejects with a sentence if it can't be played. */
  playStory(step: number): Promise<void>;
}

const apiPaths = ['/slack/events', '/mcp', '/run'];

export function serveSkydesk(routes: SkydeskRoutes): RequestListener {
  const { api, inspector, slack, environment, ahead, settled, playStory } = routes;
  const page = slack && servePage(slack);
  const forDoctor: Readonly<Record<string, () => object>> = {
    '/_control/environment': environment,
    '/_control/clock': () => ({ ahead: ahead() }),
  };
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    if (apiPaths.includes(pathname)) return api(request, response);
    if (pathname.startsWith('/_inspector/')) return inspector(request, response);
    const plain = forDoctor[pathname];
    if (plain) return sendJson(response, 200, plain());
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
