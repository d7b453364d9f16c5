import type { IncomingHttpHeaders } from 'node:http';

export interface RecordedRequest {
  /** Milliseconds since the epoch, by the service's clock. */
  readonly at: number;
  readonly method: string;
  /** Path without the query string. */
  readonly path: string;
  /** Query string without the question mark; empty if there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** Body as text; the password of a login is masked. */
  readonly body: string;
  /** The route's name, e.g. `alertPolicies.list`; absent if none matched. */
  readonly route?: string;
}

/**
 * Replaces the password in the body of a login by `****`, wherever and however it is written. A body without a readable password
 * is dropped entirely, since it may still contain one.
 */
export function maskPassword(text: string, readPassword: () => string | undefined): string {
  let password: string | undefined;
  try {
    password = readPassword();
  } catch {
    password = undefined;
  }
  if (text === '') return text;
  if (!password) return '(not kept: no password could be read from it)';
  const written = [
    JSON.stringify(password).slice(1, -1),
    new URLSearchParams({ '': password }).toString().slice(1),
    encodeURIComponent(password),
    password,
  ];
  return written.reduce((masked, form) => masked.replaceAll(form, '****'), text);
}
