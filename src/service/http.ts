import ky, { type HTTPError, isHTTPError, isNetworkError, isTimeoutError } from 'ky';
import type { Prepared } from './call.ts';
import { problemsIn } from './error-body.ts';
import { type FailureKind, ServiceError } from './failure.ts';

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

export type Exchange = (request: Prepared, secret: { token?: string; password?: string }) => Promise<Answer>;

/** Reads are repeated at most twice, shortly and jittered; a change is sent at most once. */
const retries = {
  limit: 2,
  methods: ['get' as const, 'post' as const],
  statusCodes: [408, 429, 500, 502, 503, 504],
  afterStatusCodes: [429, 503],
  delay: (attempt: number) => 150 * 2 ** (attempt - 1),
  jitter: (delay: number) => delay * (0.5 + Math.random() / 2),
  maxRetryAfter: 1_000,
};

/** Speaks HTTP with the configured base only: redirects and the hosts of links are never followed. */
export function speak({ baseUrl, timeoutMs, clock, onCall }: Wire): Exchange {
  const base = new URL(baseUrl);
  if (!/^https?:$/.test(base.protocol))
    throw new TypeError('The base address of the service must be http or https');
  const root = base.origin + base.pathname.replace(/\/+$/, '');

  return async (request, secret) => {
    const { method, path, query, body, harmless } = request;
    try {
      const response = await ky(root + path + query, {
        method,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(secret.token !== undefined && { Authorization: `Bearer ${secret.token}` }),
        },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        timeout: harmless ? timeoutMs.read : timeoutMs.change,
        retry: harmless ? retries : 0,
        fetch: async (...sent) => {
          const started = clock();
          let status: number | undefined;
          try {
            const answer = await fetch(...sent);
            status = answer.status;
            // The whole body is read within the attempt, so that its timeout and its repetition cover the body too.
            const text = await answer.text();
            const safe = answer.ok ? text : without(Object.values(secret), text);
            return new Response(safe || null, { status, headers: answer.headers });
          } finally {
            onCall({ method, path, ...(status !== undefined && { status }), ms: clock() - started });
          }
        },
      });
      return { status: response.status, body: parsed(await response.text(), request, response.status) };
    } catch (error) {
      throw failureOf(error, request);
    }
  };
}

function parsed(text: string, request: Prepared, status: number): unknown {
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

/** Turns any error into one that holds no secret; nothing of the original is kept but what is read from it here. */
function failureOf(error: unknown, request: Prepared): ServiceError {
  if (error instanceof ServiceError) return error;
  const perhaps = request.harmless ? 'nothing' : 'unknown';
  if (isHTTPError(error)) {
    const { status } = error.response;
    const refused = status >= 400 && status < 500;
    const problems = problemsIn(bodyOf(error));
    return new ServiceError(kindOf(status), request, {
      changed: refused ? 'nothing' : perhaps,
      status,
      problems,
    });
  }
  if (isTimeoutError(error)) return new ServiceError('timed-out', request, { changed: perhaps });
  const unsent = isNetworkError(error) && neverSent(error.cause);
  return new ServiceError('unreachable', request, { changed: unsent ? 'nothing' : perhaps });
}

function kindOf(status: number): FailureKind {
  if (status === 401) return 'unauthenticated';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  if (status === 408) return 'timed-out';
  if (status === 429 || status >= 500) return 'service-error';
  return status >= 400 ? 'bad-request' : 'unexpected-answer';
}

/** ky has parsed what is declared to be JSON; other text is tried, and is worth nothing (HTML) when it is none. */
function bodyOf({ data, response }: HTTPError): unknown {
  if (typeof data !== 'string' || response.headers.get('content-type')?.includes('json')) return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** Text without the secrets of the request, in case the service echoes them. */
function without(secrets: string[], text: string): string {
  return secrets
    .filter(Boolean)
    .reduce((left, secret) => left.replaceAll(JSON.stringify(secret).slice(1, -1), '…'), text);
}

/** Whether the failure happened while looking up or connecting, before a byte of the request left. */
function neverSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.every(neverSent);
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true;
  return ('code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT') || neverSent(error.cause);
}
