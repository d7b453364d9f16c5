import { UsageError } from './command-line.ts';

/**
 * Parses the time in a flag or parameter, in milliseconds since 1970.
 * @throws UsageError unless it is an ISO 8601 time with a time zone
 */
export function readTime(name: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${name} must be a time such as 2026-11-21T09:00:00Z; it is “${text}”.`);
}
