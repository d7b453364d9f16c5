import { isDeepStrictEqual } from 'node:util';
import { canonicalAddresses, canonicalPorts } from '../../network/canonical-lists.ts';
import type { Field } from '../../operation/field.ts';
import type { Leaves } from '../../operation/leaves.ts';
import { tooManyEntries } from './network.ts';

/* Settings that are lists: the ranges and ports of a policy or a public IP. An update replaces the given ones. */

type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>;
type Given<Name extends string> = Readonly<Record<Name, readonly string[] | undefined>>;

const namesOf = <Name extends string>(given: Given<Name>): readonly Name[] =>
  (Object.keys(given) as Name[]).filter((name) => given[name] !== undefined);

/** Returns a list in the form that is equal for equal access. */
const canonical = (name: string, list: readonly string[] = []): readonly string[] =>
  name === 'ports' ? canonicalPorts(list) : canonicalAddresses(list);

/** Returns the settings that an update changes, with their present and resulting values. */
export const settingKeys = <Name extends string>(now: Lists<Name>, given: Given<Name>): Leaves['keys'] =>
  Object.fromEntries(
    namesOf(given).map((name) => [
      name,
      { before: canonical(name, now[name]), after: canonical(name, given[name]) },
    ]),
  );

/** Returns the names of the settings that an update changes. */
export const differing = <Name extends string>(now: Lists<Name>, given: Given<Name>): readonly Name[] =>
  namesOf(given).filter(
    (name) => !isDeepStrictEqual(canonical(name, now[name]), canonical(name, given[name])),
  );

type ListFields<Name extends string> = Readonly<Record<Name, Pick<Field<unknown>, 'read' | 'write'>>>;

/**
 * Returns whether a command accepts the lists with these names. Lists that were made outside Skydesk may be too long, for
 * example.
 */
export const areTaken = <Name extends string>(
  names: readonly Name[],
  lists: Lists<Name>,
  fields: ListFields<Name>,
): boolean =>
  tooManyEntries(Object.fromEntries(names.map((name) => [name, canonical(name, lists[name])]))).length ===
    0 && names.every((name) => 'value' in fields[name].read(canonical(name, lists[name]).join(' ')));

/** Returns whether a command can restore the lists that an update replaces. */
export const canRestore = <Name extends string>(
  now: Lists<Name>,
  given: Given<Name>,
  fields: ListFields<Name>,
): boolean => areTaken(differing(now, given), now, fields);

/**
 * Returns the arguments that restore the lists which an update replaces; undefined if it replaces none, or if no command accepts
 * them.
 */
export function toRestore<Name extends string>(
  before: Lists<NoInfer<Name>>,
  given: Given<Name>,
  fields: ListFields<Name>,
): { readonly [Replaced in Name]?: string } | undefined {
  const replaced = differing(before, given);
  if (replaced.length === 0 || !areTaken(replaced, before, fields)) return undefined;
  const words = replaced.flatMap((name) => {
    const reading = fields[name].read(canonical(name, before[name]).join(' '));
    return 'value' in reading ? [[name, fields[name].write(reading.value)]] : [];
  });
  return Object.fromEntries(words);
}

/**
 * Formats the list of this name if it is replaced: "10.0.0.0/25 (was 10.0.0.0/24)". One that is replaced by equal access is written
 * once. `inWords` formats a list.
 */
export function withWas<Name extends string>(
  name: Name,
  now: Lists<Name>,
  given: Given<Name>,
  inWords = (list: readonly string[]): string => list.join(', '),
): string {
  const replacement = differing(now, given).includes(name) ? given[name] : undefined;
  return replacement ? `${inWords(replacement)} (was ${inWords(now[name])})` : inWords(now[name]);
}

/** Describes the arguments alone, without the present settings: "source 10.0.0.0/25 · ports tcp/443". */
export const settingsGiven = <Name extends string>(given: Given<Name>): string =>
  namesOf(given)
    .map((name) => `${name} ${given[name]?.join(', ')}`)
    .join(' · ');
