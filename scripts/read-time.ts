import { UsageError } from './command-line.ts';

/**
 * The time that a flag or parameter gives, in milliseconds since 1970.
 * @throws UsageError for what is no time of ISO 8601 with its zone
 */
export function readTime(name: string, text: string): number {
  const time = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`${name} must be a time such as 2026-11-21T09:00:00Z; it is “${text}”.`);
}
