import type { IncomingHttpHeaders } from 'node:http';

/** One request, as it came in. */
export interface RecordedRequest {
  /** Milliseconds since the epoch, by the service's clock. */
  readonly at: number;
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** As text; the password of a login is masked. */
  readonly body: string;
  /** The route's name, e.g. `alertPolicies.list`; missing when none matched. */
  readonly route?: string;
}

/**
 * The body of a login with its password replaced by `****` at every place and in every spelling. A body from
 * which no password can be read is not kept at all, since it may hold one.
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
