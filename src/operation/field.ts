import type { Choice, Choices } from '../answer/choices.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Reading } from '../core/reading.ts';
import type { ResultKind, StepReference } from '../core/step-reference.ts';

/** The element of a form for a field. Its value is text, as in a command. */
export type Input =
  | { readonly kind: 'text'; readonly lines?: 'several' }
  | { readonly kind: 'choice'; readonly options: readonly Choice[] };

/**
 * What a program can know of the values of a field, where they aren't just text. A number is whole, and `word` can stand in place
 * of it. A list is several values in one text, with `separator` between them; `each` says what one of them is, as a phrase.
 */
export type ValueType =
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly word?: string;
    }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly each: string; readonly separator: ',' | '\n' };

/**
 * One field of an operation. `Parsed` is the value that the words say (JSON). `Resolved` is the thing that it names, looked
 * up at the cloud API: for the name of a policy, the policy.
 */
export interface Field<Parsed, Resolved = Parsed, Context = unknown> {
  readonly label: string;
  /** The allowed values, as a phrase: "5 to 95 in steps of 5". */
  readonly hint: string;
  readonly example: string;
  /** Its position in a command, from 0; a field without one is written `name=value`. */
  readonly at?: number;
  /** Takes all remaining words of the line. */
  readonly rest?: boolean;
  /** With `rest`: takes them as they are typed, with `name=` and quotes. */
  readonly verbatim?: boolean;
  readonly required: boolean;
  /** Whether a word is a whole value, so that no further word belongs to it: the code of a data center. */
  isWhole?(word: string): boolean;
  /** The keys of words that it takes besides its own name: `group`, as in `group=Shop`. */
  readonly keys?: readonly string[];
  /** True if line breaks are part of its value. */
  readonly multiline?: boolean;
  /** Upper bound for the words, in characters, where there is one. */
  readonly maxLength?: number;
  /** True if the options of other fields depend on its value, so that a form is filled again when it changes. */
  readonly decides?: boolean;
  /** What its values are, if they aren't just text. */
  readonly values?: ValueType;
  /** A one-line text by default; a reference has a select with what exists. */
  readonly input?: Input;
  read(words: string): Reading<Parsed>;
  write(parsed: Parsed): string;
  /** Whether a value allows no more than another. Only fields with it take a narrower value from an approver. */
  isNoWider?(suggested: Parsed, requested: Parsed): boolean;
  /** Set if an earlier step of a plan can give its value, or an entry of it: then `read` takes `$1.address` too. */
  readonly takes?: ResultKind;
  /** For a value that only the cloud API can resolve. */
  readonly reference?: Reference<Parsed, Resolved, Context>;
  /** For a field that takes several things in one request. Each gets a step of its own, whose field names it alone. */
  readonly many?: Many<Context>;
}

/** Words by the name of their field; absent for fields that were not given. */
export type WordsByField = Readonly<Record<string, string | undefined>>;

/** Resolves the words of a field to something at the cloud API. */
export interface Reference<Parsed, Resolved, Context> {
  /**
   * Rejects with a `UserError` that lists what exists, if nothing or more than one thing matches. `beside` has the words of
   * all fields of the request, for what belongs to a thing that another field names.
   */
  find(parsed: Parsed, context: Context, beside: WordsByField): Promise<Resolved>;
  /** The words that name exactly this thing, even if names change: its id. */
  pin(resolved: Resolved): string;
  /** Stands for the thing that an earlier step will give, until it has: only its name is shown. For a field that `takes` one. */
  standIn?(reference: StepReference): Resolved;
  /** At most 100 options; with `filter`, those with it in their name or id. */
  choices(context: Context, filter: string, beside?: WordsByField): Promise<Choices>;
}

/** How a field takes several things. Its words are those of a command: each quoted where it has to be, some with a key. */
export interface Many<Context> {
  /** What the things are called: "server". */
  readonly noun: string;
  /** What a word can be, as a phrase. */
  readonly each: string;
  /** Whether words, which are valid, can name more than one thing. */
  canNameSeveral(words: string): boolean;
  /**
   * The things that words name, each once, in the order in which they are named; each by words that name it alone. Rejects with
   * a `UserError` where some of the words name nothing, or where it is not clear what they name; `candidates` then has the words of
   * the whole field.
   */
  expand(words: string, context: Context): Promise<NonEmpty<string>>;
}

/** What an operation declares about one of its fields; the kind of the field supplies the rest. */
export interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly example?: string;
  readonly at?: number;
  readonly rest?: boolean;
  readonly decides?: boolean;
}

/** Makes a field optional. */
export function optional<Parsed, Resolved, Context>(
  field: Field<Parsed, Resolved, Context>,
): Field<Parsed | undefined, Resolved | undefined, Context> {
  const { reference, isNoWider, ...same } = field;
  return {
    ...same,
    required: false,
    write: (parsed) => (parsed === undefined ? '' : field.write(parsed)),
    ...(isNoWider && {
      isNoWider: (suggested, requested) =>
        suggested !== undefined && requested !== undefined && isNoWider(suggested, requested),
    }),
    ...(reference && {
      reference: {
        find: async (parsed, context, beside) =>
          parsed === undefined ? undefined : reference.find(parsed, context, beside),
        pin: (resolved) => (resolved === undefined ? '' : reference.pin(resolved)),
        ...(reference.standIn && { standIn: reference.standIn }),
        choices: reference.choices,
      },
    }),
  };
}
