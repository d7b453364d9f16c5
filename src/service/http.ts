import { setTimeout as delay } from 'node:timers/promises';
import { type HttpAnswer, NoAnswer, request } from '../http/request.ts';
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

type Secret = { token?: string; password?: string };

export type Exchange = (request: Prepared, secret: Secret) => Promise<Answer>;

/** What changes nothing is repeated at most twice, shortly and jittered; a change is sent at most once. */
const repeats = { most: 2, statuses: [408, 429, 500, 502, 503, 504], pauseMs: 150, longestMs: 1_000 };

/** Speaks HTTP with the configured base only: redirects and the hosts of links are never followed. */
export function speak({ baseUrl, timeoutMs, clock, onCall }: Wire): Exchange {
  const base = new URL(baseUrl);
  if (!/^https?:$/.test(base.protocol))
    throw new TypeError('The base address of the service must be http or https');
  const root = base.origin + base.pathname.replace(/\/+$/, '');

  async function attempt(
    { method, path, query, body, harmless }: Prepared,
    { token }: Secret,
  ): Promise<HttpAnswer> {
    const started = clock();
    let status: number | undefined;
    try {
      const answer = await request(new URL(root + path + query), {
        method,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(harmless ? timeoutMs.read : timeoutMs.change),
        alone: !harmless,
      });
      status = answer.status;
      return answer;
    } finally {
      onCall({ method, path, ...(status !== undefined && { status }), ms: clock() - started });
    }
  }

  return async (asked, secret) => {
    for (let repeated = 0; ; repeated += 1) {
      const answer = await attempt(asked, secret).catch((error: NoAnswer) => error);
      if (isSuccess(answer)) return { status: answer.status, body: parsed(answer, asked) };
      if (!asked.harmless || repeated === repeats.most || !mayPass(answer)) {
        throw failureOf(answer, asked, Object.values(secret));
      }
      await delay(pauseAfter(answer, repeated));
    }
  };
}

type Came = HttpAnswer | NoAnswer;

const isSuccess = (came: Came): came is HttpAnswer =>
  !(came instanceof NoAnswer) && came.status >= 200 && came.status < 300;

/** Whether it may go better shortly. What took too long once would keep the person waiting as long again. */
const mayPass = (came: Came): boolean =>
  came instanceof NoAnswer ? !came.timedOut : repeats.statuses.includes(came.status);

/** Milliseconds: the seconds that the service asks for, up to one, or else a little more each time. */
function pauseAfter(came: Came, repeated: number): number {
  const asks = !(came instanceof NoAnswer) && [429, 503].includes(came.status);
  const wished = Number((asks && came.headers['retry-after']) || Number.NaN) * 1_000;
  if (wished >= 0) return Math.min(wished, repeats.longestMs);
  return repeats.pauseMs * 2 ** repeated * (0.5 + Math.random() / 2);
}

function parsed({ text, status }: HttpAnswer, request: Prepared): unknown {
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

/** Turns what came in place of a success into an error that holds no secret. */
function failureOf(came: Came, request: Prepared, secrets: readonly string[]): ServiceError {
  const perhaps = request.harmless ? 'nothing' : 'unknown';
  if (came instanceof NoAnswer) {
    const kind = came.timedOut ? 'timed-out' : 'unreachable';
    return new ServiceError(kind, request, { changed: came.sent ? perhaps : 'nothing' });
  }
  const { status, text } = came;
  // A gateway may say 408 of what it has passed on already.
  const refused = status >= 400 && status < 500 && status !== 408;
  const problems = problemsIn(jsonIn(without(secrets, text)));
  return new ServiceError(kindOf(status), request, {
    changed: refused ? 'nothing' : perhaps,
    status,
    problems,
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

/** Undefined for HTML and the like. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text without the secrets of the request, in case the service echoes them. */
function without(secrets: readonly string[], text: string): string {
  return secrets
    .filter(Boolean)
    .reduce((left, secret) => left.replaceAll(JSON.stringify(secret).slice(1, -1), '…'), text);
}
