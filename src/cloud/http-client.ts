import ky, { type HTTPError, isHTTPError, isTimeoutError } from 'ky';
import { fetchOver } from '../http/fetch.ts';
import { request as transport } from '../http/request.ts';
import { type SentRequest, withRequestLog } from '../http/with-request-log.ts';
import type { Prepared } from './call.ts';
import { problemsIn } from './error-body.ts';
import { type FailureKind, ServiceError } from './model/cloud-error.ts';

/** One attempt as it may be logged: no host, query, body or token. `status` is absent when no answer came. */
export interface Attempt {
  method: string;
  path: string;
  status?: number;
  ms: number;
}

export interface Wire {
  baseUrl: string;
  /** Milliseconds per attempt. */
  timeoutMs: { read: number; change: number };
  clock: () => number;
  onCall: (attempt: Attempt) => void;
}

/** A 2xx answer; `body` is undefined when empty (service-facts T20, T21). */
export interface Answer {
  status: number;
  body: unknown;
}

type Secret = { token?: string; password?: string };

export type Exchange = (request: Prepared, secret: Secret) => Promise<Answer>;

/** Reads are retried at most twice, shortly and with jitter. A change is sent at most once. Milliseconds. */
const retry = {
  limit: 2,
  methods: ['get' as const, 'post' as const],
  statusCodes: [408, 429, 500, 502, 503, 504],
  afterStatusCodes: [429, 503],
  maxRetryAfter: 1_000,
  delay: (attempt: number) => 150 * 2 ** (attempt - 1),
  jitter: (delay: number) => delay * (0.5 + Math.random() / 2),
};

/** Speaks HTTP with the configured base only: redirects and the hosts of links are never followed. */
export function speak({ baseUrl, timeoutMs, clock, onCall }: Wire): Exchange {
  const base = new URL(baseUrl);
  if (!/^https?:$/.test(base.protocol))
    throw new TypeError('The base address of the service must be http or https');
  const root = base.origin + base.pathname.replace(/\/+$/, '');

  return async (request, secret) => {
    const { method, path, query, body, harmless } = request;
    let sent = false;
    const log = ({ status, ms }: SentRequest): void =>
      onCall({ method, path, ...(status !== undefined && { status }), ms });
    const fetch = fetchOver(withRequestLog(transport, log, clock), {
      alone: !harmless,
      onSent() {
        sent = true;
      },
    });
    try {
      const response = await ky(root + path + query, {
        method,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(secret.token !== undefined && { Authorization: `Bearer ${secret.token}` }),
        },
        ...(body !== undefined && { body }),
        timeout: harmless ? timeoutMs.read : timeoutMs.change,
        retry: harmless ? retry : 0,
        fetch,
      });
      return { status: response.status, body: parsed(await response.text(), response.status, request) };
    } catch (error) {
      throw failureOf(error, { sent, request, secrets: Object.values(secret) });
    }
  };
}

function parsed(text: string, status: number, request: Prepared): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('unexpected-answer', request, {
      changed: request.harmless ? 'nothing' : 'unknown',
      status,
      problems: [{ field: '', message: 'the answer is not JSON' }],
    });
  }
}

interface Failed {
  readonly sent: boolean;
  readonly request: Prepared;
  readonly secrets: readonly string[];
}

/** Turns any error of ky into one that holds no secret; nothing is kept of the original but what is read here. */
function failureOf(error: unknown, { sent, request, secrets }: Failed): ServiceError {
  if (error instanceof ServiceError) return error;
  const perhaps = request.harmless ? 'nothing' : 'unknown';
  if (!isHTTPError(error)) {
    const kind = isTimeoutError(error) ? 'timed-out' : 'unreachable';
    return new ServiceError(kind, request, { changed: sent ? perhaps : 'nothing' });
  }
  const { status } = error.response;
  // A gateway may say 408 of what it has passed on already.
  const refused = status >= 400 && status < 500 && status !== 408;
  return new ServiceError(kindOf(status), request, {
    changed: refused ? 'nothing' : perhaps,
    status,
    problems: problemsIn(bodyOf(error), secrets),
  });
}

function kindOf(status: number): FailureKind {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 408) return 'timed-out';
  if (status === 429 || status >= 500) return 'service-error';
  return status >= 400 ? 'bad-request' : 'unexpected-answer';
}

/** ky has parsed what says it is JSON. Other text is tried too; HTML and the like give undefined. */
function bodyOf({ data, response }: HTTPError): unknown {
  if (typeof data !== 'string' || response.headers.get('content-type')?.includes('json')) return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
