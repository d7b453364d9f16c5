import { proxyIn, requestThrough } from '../../src/http/proxy.ts';
import type { SendRequest } from '../../src/http/request.ts';
import { UsageError } from './command-line.ts';

/* Values that people give in flags, parameters and variables. Each is checked with a UsageError that names it. */

/** Returns an http or https URL without trailing slashes. */
export function webAddress(name: string, text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '');
  throw new UsageError(`${name} must be an http or https URL; it is “${text}”.`);
}

/** Returns a port; 0 is any free one. */
export function portOf(name: string, text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`${name} must be a number from 0 to 65535; it is “${text}”.`);
}

/** Returns an ISO 8601 time with a time zone, in milliseconds since 1970. */
export function readTime(name: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${name} must be a time such as 2026-11-21T09:00:00Z; it is “${text}”.`);
}

/** Returns a function that sends requests as HTTPS_PROXY and NO_PROXY of this terminal say. */
export function requestFromHere(): SendRequest {
  try {
    return requestThrough(proxyIn(process.env));
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : 'HTTPS_PROXY can’t be read'}.`);
  }
}

/** Returns variables that only make sense together; undefined if none of them is set. An empty one counts as not set. */
export function allOrNone<Name extends string>(
  names: readonly Name[],
  environment: Readonly<Record<string, string | undefined>>,
): Record<Name, string> | undefined {
  const missing = names.filter((name) => !environment[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new UsageError(`Set ${missing.join(' and ')} as well, or none of ${names.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, environment[name]])) as Record<Name, string>;
}
