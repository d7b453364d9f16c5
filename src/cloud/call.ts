import type * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { CloudApiError, type RequestRef } from './model/cloud-error.ts';

/** A call of the cloud API. Path segments are plain text: they are URL-encoded here, so they can't change the path. */
export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as the body. The arguments of operations are validated by their fields, anything else by the service. */
  readonly input?: unknown;
  /** Schema of the response. */
  readonly answer: z.ZodMiniType<T>;
}

/** Sends a call with the token, and resolves to the validated response. Rejects with a `CloudApiError`. */
export type Send = <T>(call: Call<T>) => Promise<T>;

/** An encoded and serialized call. An `idempotent` call changes nothing, so it may be retried. */
export interface PreparedCall extends RequestRef {
  readonly query: string;
  readonly body: string | undefined;
  readonly idempotent: boolean;
  /** Whether nobody reads the answer to a change, so that only its status counts. */
  readonly isAnswerOptional: boolean;
}

/** Encodes a call. Throws a `CloudApiError` of kind `bad-request` if a segment would change the path. */
export function prepare({ method, path, query = {}, input, answer }: Call<unknown>): PreparedCall {
  const request = {
    method,
    path: path.map((segment) => `/${encodeURIComponent(segment.toWellFormed())}`).join(''),
  };
  // URL parsers resolve "." and ".." even if encoded, and an empty segment would address the collection.
  const unusable = path.find((segment) => ['', '.', '..'].includes(segment.trim()));
  if (unusable !== undefined)
    throw new CloudApiError('bad-request', request, {
      problems: [{ field: '', message: `"${unusable}" is not an id or a code` }],
    });
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    ...request,
    query: given.length > 0 ? `?${new URLSearchParams(given)}` : '',
    body: input === undefined ? undefined : JSON.stringify(input),
    idempotent: method === 'GET',
    isAnswerOptional: method !== 'GET' && answer.safeParse(undefined).success,
  };
}

/** Validates a response. Throws `unexpected-answer` with the fields that don't match; the outcome of a change is then unknown. */
export function validateResponse<T>(
  schema: z.ZodMiniType<T>,
  body: unknown,
  request: PreparedCall,
  status: number,
): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new CloudApiError('unexpected-answer', request, {
    changed: request.idempotent ? 'nothing' : 'unknown',
    status,
    problems: read.error.issues
      .slice(0, 10)
      .map(({ path, message }) => ({ field: toDotPath(path), message })),
  });
}
