import ky, { type HTTPError, isHTTPError, isTimeoutError } from 'ky';
import type { Clock, Millis } from '../core/clock.ts';
import { parseJson } from '../core/parse-json.ts';
import { fetchOver } from '../http/fetch.ts';
import type { SendRequest } from '../http/request.ts';
import { type SentRequest, withRequestLog } from '../http/with-request-log.ts';
import type { PreparedCall } from './call.ts';
import { problemsIn } from './error-body.ts';
import { CloudApiError, type FailureKind } from './model/cloud-error.ts';

/** One attempt of a request, for the log: without host, query, body and token. */
export interface Attempt extends Omit<SentRequest, 'url'> {
  readonly path: string;
}

/** `onCall` is called after each attempt, successful or not. */
export interface HttpClientOptions {
  /** May have a path prefix and a trailing slash. */
  readonly baseUrl: string;
  /** Per attempt. */
  readonly timeoutMs: { readonly read: Millis; readonly change: Millis };
  readonly clock: Clock;
  readonly onCall: (attempt: Attempt) => void;
  readonly transport: SendRequest;
}

/** A 2xx response. `body` is the parsed JSON; undefined if empty (docs/cloud-api.md, Requests and answers). */
interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

interface Secret {
  readonly token?: string;
  readonly password?: string;
}

/** Sends a prepared call. Rejects with a `CloudApiError` that doesn't contain `secret`. */
export type Exchange = (request: PreparedCall, secret: Secret) => Promise<ApiResponse>;

/** Reads are retried at most twice, with jitter. Changes are never retried. Times in milliseconds. */
const retry = {
  limit: 2,
  methods: ['get' as const, 'post' as const],
  statusCodes: [408, 429, 500, 502, 503, 504],
  afterStatusCodes: [429, 503],
  maxRetryAfter: 1_000,
  delay: (attempt: number) => 150 * 2 ** (attempt - 1),
  jitter: (delay: number) => delay * (0.5 + Math.random() / 2),
};

/** Creates the HTTP client. It sends requests to the base URL only: redirects and hosts in links are ignored. */
export function createHttpClient({
  baseUrl,
  timeoutMs,
  clock,
  onCall,
  transport,
}: HttpClientOptions): Exchange {
  const base = new URL(baseUrl);
  if (!/^https?:$/.test(base.protocol))
    throw new TypeError('The base URL of the cloud API must be http or https');
  const root = base.origin + base.pathname.replace(/\/+$/, '');

  return async (request, secret) => {
    const { method, path, query, body, idempotent } = request;
    let sent = false;
    const send = withRequestLog(transport, ({ url: _, ...attempt }) => onCall({ ...attempt, path }), clock);
    const fetch = fetchOver(send, {
      freshConnection: !idempotent,
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
        timeout: idempotent ? timeoutMs.read : timeoutMs.change,
        retry: idempotent ? retry : 0,
        fetch,
      });
      return { status: response.status, body: parsed(await response.text(), response, request) };
    } catch (error) {
      throw failureOf(error, request, sent, Object.values(secret));
    }
  };
}

/**
 * Returns the body as JSON; undefined if it is empty. If nobody reads the answer to a change, its status counts, so plain text such
 * as `OK` is no body either. HTML may be the page of a proxy.
 */
function parsed(text: string, { status, headers }: Response, request: PreparedCall): unknown {
  if (text.trim() === '') return undefined;
  const body = parseJson(text);
  if (body !== undefined) return body;
  const isPlain = /^text\/plain\b/i.test(headers.get('content-type') ?? '') && !/^\s*</.test(text);
  if (request.isAnswerOptional && isPlain) return undefined;
  throw new CloudApiError('unexpected-answer', request, {
    changed: request.idempotent ? 'nothing' : 'unknown',
    status,
    problems: [{ field: '', message: 'the answer is not JSON' }],
  });
}

/** Converts an error of ky into one without secrets. It doesn't keep the original error as a cause. */
function failureOf(
  error: unknown,
  request: PreparedCall,
  sent: boolean,
  secrets: readonly string[],
): CloudApiError {
  if (error instanceof CloudApiError) return error;
  const perhaps = request.idempotent ? 'nothing' : 'unknown';
  if (!isHTTPError(error)) {
    const kind = isTimeoutError(error) ? 'timed-out' : 'unreachable';
    return new CloudApiError(kind, request, { changed: sent ? perhaps : 'nothing' });
  }
  const { status } = error.response;
  // A gateway may return 408 for a request that it has already forwarded.
  const refused = status >= 400 && status < 500 && status !== 408;
  return new CloudApiError(kindOf(status), request, {
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

/** Returns the body of an error response, parsed if it is JSON, else undefined. ky has parsed it if the content type is JSON. */
function bodyOf({ data, response }: HTTPError): unknown {
  if (typeof data !== 'string' || response.headers.get('content-type')?.includes('json')) return data;
  return parseJson(data);
}
