import { UsageError } from './command-line.ts';

/**
 * The address that a flag or variable names, without slashes at its end.
 * @throws UsageError for what is no http or https URL
 */
export function webAddress(name: string, text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text.replace(/\/+$/, '');
  throw new UsageError(`${name} must be an http or https URL; it is “${text}”.`);
}
