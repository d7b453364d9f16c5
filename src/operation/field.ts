import type { Choice, Choices } from '../answer/choices.ts';
import { toAscii } from '../core/ascii.ts';
import type { NonEmpty } from '../core/non-empty.ts';
import type { Reading } from '../core/reading.ts';
import type { ResultKind, StepReference } from '../core/step-reference.ts';

/** The form element of a field. Its value is text, as in a command. */
export type Input =
  | { readonly kind: 'text'; readonly lines?: 'several' }
  | { readonly kind: 'choice'; readonly options: readonly Choice[] };

/**
 * A machine-readable type of the values of a field, if they aren't just text. A number is an integer, and `word` is accepted
 * instead. A list is several values in one text, with `separator` between them; `each` describes one of them as a phrase.
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
 * One field of an operation. `Parsed` is the value of its words (JSON). `Resolved` is the thing that it names, looked up at the
 * cloud API: the policy for the name of a policy.
 */
export interface Field<Parsed, Resolved = Parsed, Context = unknown> {
  readonly label: string;
  /** The allowed values, as a phrase: "5 to 95 in steps of 5". */
  readonly hint: string;
  readonly example: string;
  /** Its position in a command, from 0; without one, the field is written as `name=value`. */
  readonly at?: number;
  /** Whether it takes all remaining words of the line. */
  readonly rest?: boolean;
  /** With `rest`: takes the words as typed, including `name=` and quotes. */
  readonly verbatim?: boolean;
  readonly required: boolean;
  /** For an optional field of a change: what holds without a value, as a phrase: "anyone on the internet". */
  readonly whenEmpty?: string;
  /** Returns whether a word is a complete value, such as the code of a data center: no further word belongs to it. */
  isWhole?(word: string): boolean;
  /** The keys of words that it takes in addition to its own name: `group`, as in `group=Shop`. */
  readonly keys?: readonly string[];
  /** True if a mention in it stays an id, by which it finds a person. Elsewhere the name replaces it, for people to read. */
  readonly takesMentions?: boolean;
  /** True if its value may contain line breaks. */
  readonly multiline?: boolean;
  /** True if few people need it: forms have it below the reason. */
  readonly isRare?: boolean;
  /** Upper bound for its words, in characters. */
  readonly maxLength?: number;
  /** True if the options of other fields depend on its value: the form is filled again when it changes. */
  readonly decides?: boolean;
  /** The type of its values, if they aren't just text. */
  readonly values?: ValueType;
  /** A one-line text by default; a reference has a select with the existing things. */
  readonly input?: Input;
  read(words: string): Reading<Parsed>;
  write(parsed: Parsed): string;
  /** Returns whether a value allows no more than another. Approvers can only narrow fields with this function. */
  isNoWider?(suggested: Parsed, requested: Parsed): boolean;
  /** Set if an earlier step of a plan can provide its value or an entry of it: `read` then accepts `$1.address` as well. */
  readonly takes?: ResultKind;
  /** For a value that only the cloud API can resolve. */
  readonly reference?: Reference<Parsed, Resolved, Context>;
  /** For a field that takes several things in one request. Each gets a step of its own, whose field names only that thing. */
  readonly many?: Many<Context>;
}

/** Words by field name; absent for fields that were not given. */
export type WordsByField = Readonly<Record<string, string | undefined>>;

/** Resolves the words of a field to something at the cloud API. */
export interface Reference<Parsed, Resolved, Context> {
  /**
   * Finds the named thing. Rejects with a `UserError` that lists what exists unless exactly one thing matches. `beside` has the
   * words of all fields of the request: a firewall policy is looked up in the data center of another field.
   */
  find(parsed: Parsed, context: Context, beside: WordsByField): Promise<Resolved>;
  /** Returns the words that identify this thing even if names change: its id. */
  pin(resolved: Resolved): string;
  /**
   * Returns a placeholder for the thing that an earlier step will create; only its name is shown. For a field that `takes` one.
   */
  standIn?(reference: StepReference): Resolved;
  /** Returns at most 100 options; with `filter`, those that contain it in their name or id. */
  choices(context: Context, filter: string, beside?: WordsByField): Promise<Choices>;
}

/** Describes how a field takes several things. Its words are those of a command: quoted if necessary, some with a key. */
export interface Many<Context> {
  /** The noun for the things: "server". */
  readonly noun: string;
  /** The possible forms of a word, as a phrase. */
  readonly each: string;
  /** Returns whether these valid words can name more than one thing. */
  canNameSeveral(words: string): boolean;
  /**
   * Returns the named things in the order of the words, each once and as words that identify it. Rejects with a `UserError` if
   * some of the words name nothing or are ambiguous; its `candidates` have the words of the whole field.
   */
  expand(words: string, context: Context): Promise<NonEmpty<string>>;
}

/** The part of a field that an operation declares; the kind of the field supplies the rest. */
export interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly example?: string;
  readonly at?: number;
  readonly rest?: boolean;
  readonly decides?: boolean;
  readonly isRare?: boolean;
}

/** Makes a field read dashes and full-width characters like the ASCII characters that they stand for. */
export const inAscii = <Parsed, Resolved, Context>(
  field: Field<Parsed, Resolved, Context>,
): Field<Parsed, Resolved, Context> => ({ ...field, read: (words) => field.read(toAscii(words)) });

/** What holds without a value of a field that updates something. */
export const unchanged = 'as it is';

/** Makes a field optional. `whenEmpty` is what holds without a value, which people and agents read beside the field. */
export function optional<Parsed, Resolved, Context>(
  field: Field<Parsed, Resolved, Context>,
  whenEmpty?: string,
): Field<Parsed | undefined, Resolved | undefined, Context> {
  const { reference, isNoWider, ...same } = field;
  return {
    ...same,
    required: false,
    ...(whenEmpty !== undefined && { whenEmpty }),
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
