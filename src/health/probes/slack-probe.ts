import type { Instant } from '../../core/clock.ts';
import { parseJsonObject } from '../../core/parse-json.ts';
import type { HttpResponse, SendRequest } from '../../http/request.ts';
import { methodUrl } from '../../slack/api/method-url.ts';
import { CheckFailed, type SlackProbe } from './probes.ts';

const timeoutMs = 5000;

/**
 * Creates the health check's calls of Slack's Web API. They return response headers, which Slack's client does not expose.
 * `token` and `slackApiUrl` are called before each request, which `send` sends.
 */
export function slackProbe(
  token: () => Promise<string>,
  slackApiUrl: () => string,
  send: SendRequest,
): SlackProbe {
  return {
    async ask(method, input = {}) {
      const url = methodUrl(method, slackApiUrl());
      const response = await post(send, url, `Bearer ${await token()}`, input);
      if (response.status === 429) throw new CheckFailed('throttled');
      const data = contentOf(response);
      if (!data) throw new CheckFailed(response.status === 404 ? 'no such method' : 'unreachable');
      if (data.error === 'ratelimited') throw new CheckFailed('throttled');
      return {
        body: data,
        scopes: [response.headers['x-oauth-scopes']].flat()[0]?.split(/,\s*/).filter(Boolean),
        at: timeIn(response.headers.date),
      };
    },
  };
}

const post = (
  send: SendRequest,
  url: URL,
  authorization: string,
  input: Readonly<Record<string, string>>,
): Promise<HttpResponse> =>
  send(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(input)),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new CheckFailed('unreachable');
  });

const contentOf = ({ status, text }: HttpResponse) => (status === 200 ? parseJsonObject(text) : undefined);

/** Parses the time in a `Date` header; undefined if there is none. */
export function timeIn(date = ''): Instant | undefined {
  const at = Date.parse(date);
  return Number.isNaN(at) ? undefined : at;
}
