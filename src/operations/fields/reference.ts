import {
  type Answer,
  type Button,
  buttons,
  code,
  listButton,
  menu,
  type Part,
  shortId,
  table,
} from '../../answer/answer.ts';
import type { Choice, Choices } from '../../answer/choices.ts';
import { UserError } from '../../answer/user-error.ts';
import { closestMatch } from '../../core/closest-match.ts';
import { list } from '../../core/list.ts';
import { withEmoji } from '../../core/shortcodes.ts';
import { folded, namedLike } from '../../core/spelling.ts';
import type { ResultKind, StepReference } from '../../core/step-reference.ts';
import { unknown } from '../../core/unknown-text.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import type { Context } from '../context/context.ts';
import { wordsField } from './words-field.ts';

/** Lists and identifies the things of one kind. */
export interface Kind<Thing> {
  /** "alert policy", as in "There is no alert policy …". */
  readonly noun: string;
  list(context: Context): Promise<readonly Thing[]>;
  /** The command that lists them for people. */
  readonly listedBy: 'alert.list' | 'autoscale.list' | 'dc.list';
  id(thing: Thing): string;
  name(thing: Thing): string;
  /** Distinguishes things with equal names, in a few words. */
  describe?(thing: Thing): string;
  /** Only for things that an earlier step of a plan can create. */
  readonly fromStep?: { readonly takes: ResultKind; standIn(reference: StepReference): Thing };
}

/** The lists that were read for a request, shared by its fields and choices. */
const lists = new WeakMap<Context, Map<string, Promise<readonly unknown[]>>>();

/** Lists the things of a kind, once per request. */
export function listOf<Thing>({ noun, list }: Kind<Thing>, context: Context): Promise<readonly Thing[]> {
  const known = lists.get(context) ?? new Map<string, Promise<readonly unknown[]>>();
  lists.set(context, known);
  const listed = known.get(noun) ?? list(context);
  known.set(noun, listed);
  return listed as Promise<readonly Thing[]>;
}

/** Upper bound for the options of a select in Slack. */
export const maxChoices = 100;

/** Characters of a label or description that a choice has: more than Slack shows (75), so a cut shows as one. */
const maxChoiceText = 200;

/** How things of one kind are told apart where a person chooses one. */
type Distinguished<Thing> = Pick<Kind<Thing>, 'id' | 'name' | 'describe'>;

/** The things with `filter` in their name or id, sorted by name. */
export function choose<Thing>(things: readonly Thing[], filter: string, kind: Distinguished<Thing>): Choices {
  const wanted = folded(filter);
  const fits = things
    .filter((thing) => kind.id(thing) !== unknown)
    .map(choiceAmong(things, kind))
    .filter(({ label, value }) => [label, value].some((text) => folded(text).includes(wanted)))
    .sort((a, b) => a.label.localeCompare(b.label));
  return { options: fits.slice(0, maxChoices).map(shortened), more: fits.length > maxChoices };
}

/** Choices among what belongs to the `noun` that another field names, which is chosen first. */
export async function choicesIn(noun: string, named: string, read: () => Promise<Choices>): Promise<Choices> {
  const first = { options: [], more: false, note: `Choose a ${noun} first.` };
  if (named === '') return first;
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError) return first;
    throw error;
  }
}

/** A menu of things, in their order, each with the line that it runs. */
export const menuOf = <Thing>(
  label: string,
  group: string,
  things: readonly Thing[],
  kind: NoInfer<Distinguished<Thing>>,
  lineOf: (thing: Thing) => string,
): Part => {
  const choiceOf = choiceAmong(things, kind);
  const named = things.filter((thing) => kind.id(thing) !== unknown);
  const options = named.map((thing) => {
    const { value: _, ...shown } = shortened(choiceOf(thing));
    return { ...shown, action: { line: lineOf(thing) } };
  });
  return menu(label, { label: group, options });
};

/** A choice as it is stored with its job: the record of a job holds 400 KB, and the cloud API's names have no limit. */
const shortened = ({ label, description, ...choice }: Choice): Choice => ({
  ...choice,
  label: label.slice(0, maxChoiceText),
  ...(description && { description: description.slice(0, maxChoiceText) }),
});

/** Makes choices of things. Those with equal names are shown with the beginning of their ids, as lists show them. */
function choiceAmong<Thing>(
  things: readonly Thing[],
  { id, name, describe }: Distinguished<Thing>,
): (thing: Thing) => Choice {
  const label = (thing: Thing): string => name(thing) || id(thing);
  const byLabel = Map.groupBy(things, label);
  return (thing) => {
    const isAlone = byLabel.get(label(thing))?.length === 1;
    const described = describe?.(thing) ?? '';
    const short = isHex(id(thing)) ? id(thing).slice(0, 8) : id(thing);
    const description =
      isAlone || described.includes(short) ? described : [short, described].filter(Boolean).join(' · ');
    return { value: id(thing), label: label(thing), ...(description && { description }) };
  };
}

/**
 * Creates a field for a thing at the cloud API by its id or name, in any case. Names are not unique
 * (docs/cloud-api.md, Alert policies): several matches are listed with their ids, and none is chosen. A name that only begins with
 * the words is suggested.
 */
export const reference = <Thing>(kind: Kind<Thing>, options: FieldOptions): Field<string, Thing, Context> =>
  wordsField(options, {
    hint: `the name or id of the ${kind.noun}`,
    example: 'name-or-id',
    ...(kind.fromStep && { takes: kind.fromStep.takes }),
    read: (words) => ({ value: words }),
    reference: {
      async find(parsed, context) {
        const things = (await listOf(kind, context)).filter((thing) => kind.id(thing) !== unknown);
        const wanted = folded(parsed);
        const exact = things.find((thing) => folded(kind.id(thing)) === wanted);
        if (exact) return exact;
        const names = new Map(
          await Promise.all(things.map(async (thing) => [thing, await withEmoji(kind.name(thing))] as const)),
        );
        const nameOf = (thing: Thing): string => names.get(thing) ?? '';
        const named = namedLike(things, await withEmoji(parsed), nameOf);
        if (named.length > 1) throw several(kind.noun, parsed, named, kind);
        const [only] = named.length > 0 ? named : matchingIds(wanted, things, kind);
        if (only) return only;
        const begins = things.filter((thing) => folded(nameOf(thing)).startsWith(wanted));
        if (begins.length > 1) throw several(kind.noun, parsed, begins, kind);
        const candidates = begins.length > 0 ? begins.map(kind.name) : similar(parsed, things.map(kind.name));
        throw none(kind.noun, parsed, listButton(kind.noun, context.link(kind.listedBy)), candidates);
      },
      pin: kind.id,
      ...(kind.fromStep && { standIn: kind.fromStep.standIn }),
      choices: async (context, filter) => choose(await listOf(kind, context), filter, kind),
    },
  });

/** Returns whether an id is hexadecimal, or long enough to be the abbreviation of one. */
const isHex = (id: string): boolean => /^[0-9a-f]{8,}$/.test(id);

/** Finds a thing by the first 8 or more digits of its id, if they are unique: answers show 8 of them (`shortId`). */
function matchingIds<Thing>(
  digits: string,
  things: readonly Thing[],
  { id }: Pick<Kind<Thing>, 'id'>,
): readonly Thing[] {
  if (!isHex(digits)) return [];
  const matches = things.filter((thing) => folded(id(thing)).startsWith(digits));
  return matches.length === 1 ? matches : [];
}

/** Returns similar names: one that differs by a typo, or up to three that contain the text. */
export function similar(parsed: string, names: readonly string[]): readonly string[] {
  const close = closestMatch(parsed, names);
  if (close !== undefined) return [close];
  const part = folded(parsed);
  return part.length < 2 ? [] : [...new Set(names.filter((name) => folded(name).includes(part)))].slice(0, 3);
}

/** Returns the error for an unknown name. It offers the `candidates`, and the button `listing`. */
export function none(
  noun: string,
  parsed: string,
  listing: Button,
  candidates: readonly string[] = [],
): UserError {
  const cut = parsed.length > 80 ? `${parsed.slice(0, 80)}…` : parsed;
  // A preview carries the whole id, but people have only seen its beginning.
  const shown = isHex(parsed) ? parsed.slice(0, 8) : cut;
  return new UserError(`There is no ${noun} “${shown}”.`, {
    next:
      candidates.length > 0
        ? `Did you mean ${candidates.map((name) => `“${name}”`).join(' or ')}?`
        : 'Check the name, or list what exists.',
    candidates: candidates.map((name) => ({ value: name, label: name })),
    details: [buttons(listing)],
  });
}

/** Upper bound for matches that their buttons alone tell apart. */
const fewMatches = 5;

/** Returns the question which of several things is meant, with a button for each. */
export function several<Thing>(
  noun: string,
  parsed: string,
  matches: readonly Thing[],
  { id, name, describe }: Distinguished<Thing>,
): UserError {
  const names = matches.map(name);
  // A few are named, and have a button each. A table tells more of them apart, and those of one name.
  const isShort = matches.length <= fewMatches && new Set(names).size === names.length;
  const details: Answer = isShort
    ? []
    : [
        table({
          caption: `Matches for ${parsed}`.slice(0, 100),
          columns: [{ name: 'Name' }, ...(describe ? [{ name: 'Details' }] : []), { name: 'Id' }],
          rows: matches
            .slice(0, 25)
            .map((thing) => [
              name(thing),
              ...(describe ? [describe(thing)] : []),
              isHex(id(thing)) ? shortId(id(thing)) : code(id(thing)),
            ]),
        }),
      ];
  const label = (thing: Thing): string => {
    const own = name(thing);
    return names.indexOf(own) === names.lastIndexOf(own) ? own : `${own} · ${id(thing).slice(0, 8)}`;
  };
  return new UserError(`Which ${noun} is “${parsed}”?`, {
    asks: true,
    details,
    next: isShort ? `It fits ${list(names)}.` : 'Choose one, or type its id.',
    candidates: matches.map((thing) => ({ value: id(thing), label: label(thing) })),
  });
}
