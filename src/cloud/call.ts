import type * as z from 'zod';
import { toDotPath } from 'zod/v4/core';
import { type Asked, type Problem, ServiceError } from './model/cloud-error.ts';

/** One call of the service. Path segments are plain text; they are encoded here and can never change the path. */
export interface Call<T> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: readonly string[];
  query?: Record<string, string | undefined>;
  /** What the caller gave: checked against `rules` before anything is sent, and sent as the body unless it is a GET. */
  input?: unknown;
  rules?: z.ZodType;
  answer: z.ZodType<T>;
}

/** Sends a call with the token and gives the validated answer; rejects with ServiceError. */
export type Send = <T>(call: Call<T>) => Promise<T>;

/** A call made ready: checked, encoded, serialized. `harmless` calls change nothing, so they may be repeated. */
export interface Prepared extends Asked {
  query: string;
  body: string | undefined;
  harmless: boolean;
}

/** Checks a call and encodes it; throws `bad-request` with a problem per field, before anything is sent. */
export function prepare({ method, path, query = {}, input, rules }: Call<unknown>): Prepared {
  const asked = {
    method,
    path: path.map((segment) => `/${encodeURIComponent(segment.toWellFormed())}`).join(''),
  };
  // The rules of URLs resolve "." and ".." even when encoded, and an empty segment would name the collection.
  const unusable = path.find((segment) => ['', '.', '..'].includes(segment.trim()));
  if (unusable !== undefined) refuse(asked, [{ field: '', message: `"${unusable}" is not an id or a code` }]);
  const checked = rules ? rules.safeParse(input) : { success: true as const, data: input };
  if (!checked.success) refuse(asked, problemsOf(checked.error));
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return {
    ...asked,
    query: given.length > 0 ? `?${new URLSearchParams(given)}` : '',
    body: method === 'GET' || checked.data === undefined ? undefined : JSON.stringify(checked.data),
    harmless: method === 'GET',
  };
}

/** Validates an answer; a mismatch names the field. After a change, what happened is then unknown. */
export function receive<T>(schema: z.ZodType<T>, body: unknown, request: Prepared, status: number): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new ServiceError('unexpected-answer', request, {
    changed: request.harmless ? 'nothing' : 'unknown',
    status,
    problems: problemsOf(read.error),
  });
}

function refuse(asked: Asked, problems: Problem[]): never {
  throw new ServiceError('bad-request', { method: asked.method, path: asked.path }, { problems });
}

function problemsOf(error: z.ZodError): Problem[] {
  return error.issues.slice(0, 10).map(({ path, message }) => ({ field: toDotPath(path), message }));
}
