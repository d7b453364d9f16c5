import { UsageError } from './command-line.ts';

/**
 * Returns the values of variables that only make sense together; undefined if none of them is set. An empty variable counts as
 * not set.
 * @throws UsageError if only some of them are set
 */
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
