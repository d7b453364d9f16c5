import { UsageError } from './command-line.ts';

/**
 * Parses an address of a flag or variable. Returns it without trailing slashes.
 * @throws UsageError unless it is an http or https URL
 */
export function webAddress(name: string, text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '');
  throw new UsageError(`${name} must be an http or https URL; it is “${text}”.`);
}
