import * as z from 'zod/mini';
import { cacheByKey } from '../../src/core/cached-by-key.ts';
import type { Clock, Millis } from '../../src/core/clock.ts';
import { parseJson } from '../../src/core/parse-json.ts';
import { NetworkError, request, type SendRequest } from '../../src/http/request.ts';
import { Refusal } from '../refusal.ts';
import { requestBudget } from './request-budget.ts';

/** The calls of DigitalOcean's API, with one token. All reject with a `Refusal`. */
export interface Api {
  read<T>(path: string, answer: z.ZodMiniType<T>): Promise<T>;
  /**
   * Reads all pages of a list; never a part, since that would mislead. Lists are shared until they are `maxAge` old, `sharedFor`
   * by default, or the token changes something.
   */
  list<T>(path: string, key: string, item: z.ZodMiniType<T>, maxAge?: Millis): Promise<T[]>;
  /**
   * Sends one change, once, on a connection of its own: on a kept one that was just closed, its outcome would be unknown. Waits for
   * `timeout`, 10 s by default.
   */
  change<T>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: unknown,
    answer: z.ZodMiniType<T>,
    timeout?: Millis,
  ): Promise<T>;
}

export interface ApiOptions {
  /** The address of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly clock?: Clock;
  readonly send?: SendRequest;
}

/** The age of a list that decides whether a change is made. */
export const mustBeNew: Millis = 0;

/** One command of Skydesk reads the same list for every data center and server. */
const sharedFor: Millis = 2_000;

/** Below the limits of Skydesk: 8 s for a read, 20 s for a change with the reads before it. */
const timeouts: Readonly<Record<'read' | 'change', Millis>> = { read: 5_000, change: 10_000 };

/** The largest page that the API offers. */
const perPage = 200;

const said = z.object({ message: z.string() });
const meta = z.object({ meta: z.object({ total: z.number() }) });

/** Returns the API for each token. Requests of one token share their lists and the limit of requests. */
export function digitalOceanApi({ baseUrl, clock = Date.now, send = request }: ApiOptions) {
  const shared = cacheByKey(async (token) => apiWith(token), clock);

  function apiWith(token: string): Api {
    const budget = requestBudget(clock);
    const noPages = () => cacheByKey(readPages, clock);
    let pages = noPages();

    async function call<T>(
      method: string,
      path: string,
      body: unknown,
      answer: z.ZodMiniType<T>,
      timeout: Millis,
    ): Promise<T> {
      const isRead = method === 'GET';
      const wait = budget.take();
      if (wait > 0) throw tooMany(wait);
      const response = await send(new URL(baseUrl + path), {
        method,
        signal: AbortSignal.timeout(timeout),
        freshConnection: !isRead,
        headers: {
          Authorization: `Bearer ${token}`,
          Accept: 'application/json',
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        throw unreachable(isRead || (error instanceof NetworkError && error.sent));
      });
      const json = parseJson(response.text);
      if (response.status < 200 || response.status > 299)
        throw refused(response.status, json, response.headers);
      const read = answer.safeParse(json);
      if (read.success) return read.data;
      throw new Refusal(502, 'DigitalOcean sent an answer that can’t be read.');
    }

    const read: Api['read'] = (path, answer) => call('GET', path, undefined, answer, timeouts.read);

    async function readPages(place: string): Promise<unknown[]> {
      const [path = '', key = ''] = place.split(' ');
      const page = z.intersection(z.record(z.string(), z.unknown()), meta);
      const items: unknown[] = [];
      let total: number | undefined;
      for (let at = 1; items.length !== total; at += 1) {
        const next = `${path.includes('?') ? '&' : '?'}per_page=${perPage}&page=${at}`;
        const answer = await read(path + next, page);
        const more = z.array(z.unknown()).safeParse(answer[key]).data;
        const isSame = total === undefined || total === answer.meta.total;
        total = answer.meta.total;
        // If something is added or deleted between two pages, another item changes its page, and would be missed.
        if (!more || !isSame || items.length + more.length > total || (more.length === 0 && total > 0))
          throw incomplete();
        items.push(...more);
      }
      return items;
    }

    return {
      read,
      async list(path, key, item, maxAge = sharedFor) {
        const read = z.array(item).safeParse(await pages.get(`${path} ${key}`, maxAge));
        if (read.success) return read.data;
        throw new Refusal(502, 'DigitalOcean sent a list that can’t be read.');
      },
      async change(method, path, body, answer, timeout = timeouts.change) {
        try {
          return await call(method, path, body, answer, timeout);
        } finally {
          pages = noPages();
        }
      },
    };
  }

  return { withToken: (token: string): Promise<Api> => shared.get(token, Number.POSITIVE_INFINITY) };
}

const incomplete = (): Refusal =>
  new Refusal(502, 'DigitalOcean’s list changed while it was read, or is incomplete.');

const tooMany = (wait: Millis): Refusal => {
  const seconds = Math.ceil(wait / 1_000);
  return new Refusal(429, `DigitalOcean allows 250 requests a minute: try again in ${seconds} s.`, {
    retryAfter: seconds,
  });
};

/** Callers take any 4xx answer to a change for "nothing was changed", and any 5xx for "outcome unknown". */
const unreachable = (mayHaveArrived: boolean): Refusal =>
  mayHaveArrived
    ? new Refusal(504, 'DigitalOcean didn’t answer.')
    : new Refusal(424, 'DigitalOcean can’t be reached.');

/** Errors pass as they are. DigitalOcean refuses a 429 before it has any effect; a redirect is not followed. */
function refused(status: number, json: unknown, headers: Readonly<Record<string, unknown>>): Refusal {
  if (status < 400) return new Refusal(502, 'DigitalOcean sent an answer that can’t be read.');
  const wait = Number(headers['retry-after']);
  const message = said.safeParse(json).data?.message ?? 'DigitalOcean answered with an error.';
  return new Refusal(status, message, status === 429 && wait > 0 ? { retryAfter: wait } : {});
}
