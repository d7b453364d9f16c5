import { isDeepStrictEqual } from 'node:util';
import type { Field } from '../../operation/field.ts';
import type { Leaves } from '../../operation/leaves.ts';
import { tooManyEntries } from './network.ts';

/* Settings that are lists, of which an update replaces those that are given: the ranges and ports of a policy or a public IP. */

type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>;
type Given<Name extends string> = Readonly<Record<Name, readonly string[] | undefined>>;

const namesOf = <Name extends string>(given: Given<Name>): readonly Name[] =>
  (Object.keys(given) as Name[]).filter((name) => given[name] !== undefined);

const sorted = (list: readonly string[] = []): readonly string[] => [...list].sort();

/** The settings that an update sets, as they are and as it leaves them. */
export const settingKeys = <Name extends string>(now: Lists<Name>, given: Given<Name>): Leaves['keys'] =>
  Object.fromEntries(
    namesOf(given).map((name) => [name, { before: sorted(now[name]), after: sorted(given[name]) }]),
  );

/** The names of the settings that an update changes. */
export const differing = <Name extends string>(now: Lists<Name>, given: Given<Name>): readonly Name[] =>
  namesOf(given).filter((name) => !isDeepStrictEqual(sorted(now[name]), sorted(given[name])));

type ListFields<Name extends string> = Readonly<Record<Name, Pick<Field<unknown>, 'read' | 'write'>>>;

/** Whether a command takes the lists with these names: each of them, and as many entries in all. Others may have made them. */
export const areTaken = <Name extends string>(
  names: readonly Name[],
  lists: Lists<Name>,
  fields: ListFields<Name>,
): boolean =>
  tooManyEntries(Object.fromEntries(names.map((name) => [name, lists[name]]))).length === 0 &&
  names.every((name) => 'value' in fields[name].read(lists[name].join(' ')));

/** Whether a command can set again what an update replaces. */
export const canRestore = <Name extends string>(
  now: Lists<Name>,
  given: Given<Name>,
  fields: ListFields<Name>,
): boolean => areTaken(differing(now, given), now, fields);

/** The arguments that set again what an update replaces; undefined if it replaces nothing, or if a command can't take them. */
export function toRestore<Name extends string>(
  before: Lists<NoInfer<Name>>,
  given: Given<Name>,
  fields: ListFields<Name>,
): { readonly [Replaced in Name]?: string } | undefined {
  const replaced = differing(before, given);
  if (replaced.length === 0 || !areTaken(replaced, before, fields)) return undefined;
  const words = replaced.flatMap((name) => {
    const reading = fields[name].read(before[name].join(' '));
    return 'value' in reading ? [[name, fields[name].write(reading.value)]] : [];
  });
  return Object.fromEntries(words);
}

/** "10.0.0.0/25 (was 10.0.0.0/24)"; without the latter if the update keeps it. `inWords` writes a list. */
export function withWas(
  now: readonly string[],
  given: readonly string[] | undefined,
  inWords = (list: readonly string[]): string => list.join(', '),
): string {
  const isKept = given === undefined || isDeepStrictEqual(sorted(now), sorted(given));
  return isKept ? inWords(now) : `${inWords(given)} (was ${inWords(now)})`;
}

/** What the arguments say, without the present settings: "source 10.0.0.0/25 · ports tcp/443". */
export const settingsGiven = <Name extends string>(given: Given<Name>): string =>
  namesOf(given)
    .map((name) => `${name} ${given[name]?.join(', ')}`)
    .join(' · ');
