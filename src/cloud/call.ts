import type * as z from 'zod/mini';
import { toDotPath } from 'zod/v4/core';
import { CloudApiError, type Problem, type RequestRef } from './model/cloud-error.ts';

/** A call of the cloud API. Path segments are plain text: they are URL-encoded here, so they can't change the path. */
export interface Call<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Validated by `rules` before the call is sent, and sent as the body unless the method is GET. */
  readonly input?: unknown;
  readonly rules?: z.ZodMiniType;
  /** Schema of the response. */
  readonly answer: z.ZodMiniType<T>;
}

/** Sends a call with the token, and resolves to the validated response. Rejects with a `CloudApiError`. */
export type Send = <T>(call: Call<T>) => Promise<T>;

/** A validated, encoded and serialized call. An `idempotent` call changes nothing, so it may be retried. */
export interface PreparedCall extends RequestRef {
  readonly query: string;
  readonly body: string | undefined;
  readonly idempotent: boolean;
}

/** Validates and encodes a call. Throws a `CloudApiError` of kind `bad-request`, with a problem per field, before anything is sent. */
export function prepare({ method, path, query = {}, input, rules }: Call<unknown>): PreparedCall {
  const request = {
    method,
    path: path.map((segment) => `/${encodeURIComponent(segment.toWellFormed())}`).join(''),
  };
  // URL parsers resolve "." and ".." even if encoded, and an empty segment would address the collection.
  const unusable = path.find((segment) => ['', '.', '..'].includes(segment.trim()));
  if (unusable !== undefined)
    refuse(request, [{ field: '', message: `"${unusable}" is not an id or a code` }]);
  const checked = rules ? rules.safeParse(input) : { success: true as const, data: input };
  if (!checked.success) refuse(request, problemsOf(checked.error));
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    ...request,
    query: given.length > 0 ? `?${new URLSearchParams(given)}` : '',
    body: method === 'GET' || checked.data === undefined ? undefined : JSON.stringify(checked.data),
    idempotent: method === 'GET',
  };
}

/** Validates a response. Throws `unexpected-answer` with the fields that don't match; for a change, its outcome is then unknown. */
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
    problems: problemsOf(read.error),
  });
}

function refuse(request: RequestRef, problems: Problem[]): never {
  throw new CloudApiError('bad-request', { method: request.method, path: request.path }, { problems });
}

function problemsOf(error: z.core.$ZodError): Problem[] {
  return error.issues.slice(0, 10).map(({ path, message }) => ({ field: toDotPath(path), message }));
}
