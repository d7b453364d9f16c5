/**
 * What reading some words gave: the value, or what is wrong with them in the words of who typed them, with the words that were
 * probably meant.
 */
export type Reading<Value> =
  | { readonly value: Value }
  | { readonly problem: string; readonly meant?: string | undefined };

/** One thing to choose: the words that name it on a line, and what people read. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** How a form asks for a field. Whatever way that is, the answer is words, as on a line. */
export type Input =
  | { readonly kind: 'text'; readonly lines?: 'several' }
  | { readonly kind: 'choice'; readonly options: readonly Choice[] };

/** Some of the things there are, and whether there are more than these. */
export interface Choices {
  readonly options: readonly Choice[];
  readonly more: boolean;
  /** Why there is nothing to choose from yet. */
  readonly note?: string;
}

/**
 * One field of an operation. `Given` is what the words say (JSON), `Known` what it stands for once the
 * service was asked: a policy's name becomes the policy.
 */
export interface Field<Given, Known = Given, Context = unknown> {
  readonly label: string;
  /** What may be written here, as one would say it: "5 to 95 in steps of 5". */
  readonly hint: string;
  readonly example: string;
  /** Its place on the line; a field without one is written `name=value`. */
  readonly at?: number;
  /** Takes all remaining words of the line. */
  readonly rest?: boolean;
  /** With `rest`: takes them as they are typed, with `name=` and quotes. */
  readonly verbatim?: boolean;
  readonly required: boolean;
  /** Other fields offer what belongs to the thing in this one, so a form asks again when it changes. */
  readonly decides?: boolean;
  /** Less of it opens less: an approver may propose a narrower value. */
  readonly narrows?: boolean;
  /** A line of text unless it says otherwise; one with a reference offers what there is. */
  readonly input?: Input;
  read(words: string): Reading<Given>;
  write(given: Given): string;
  /** For what only the service knows: finds it, or rejects with a `UserError` that says what there is. */
  readonly reference?: Reference<Given, Known, Context>;
}

/** Words by the name of their field; of those that were not given there are none. */
export type WordsByField = Readonly<Record<string, string | undefined>>;

export interface Reference<Given, Known, Context> {
  /** `beside` has the words of all fields of the request, for what belongs to a thing that another field names. */
  find(given: Given, context: Context, beside: WordsByField): Promise<Known>;
  /** Words that name exactly this one thing again, however names change. */
  pin(known: Known): string;
  /** What there is to choose from, at most a hundred; with `filter`, those that have it in their name or id. */
  choices(context: Context, filter: string, beside?: WordsByField): Promise<Choices>;
}

/** What an operation says about one of its fields; the kind of field knows the rest. */
export interface FieldOptions {
  readonly label: string;
  readonly hint?: string;
  readonly example?: string;
  readonly at?: number;
  readonly rest?: boolean;
  readonly decides?: boolean;
}

/** Makes a field optional. */
export function optional<Given, Known, Context>(
  field: Field<Given, Known, Context>,
): Field<Given | undefined, Known | undefined, Context> {
  const { reference, ...same } = field;
  return {
    ...same,
    required: false,
    write: (given) => (given === undefined ? '' : field.write(given)),
    ...(reference && {
      reference: {
        find: async (given, context, beside) =>
          given === undefined ? undefined : reference.find(given, context, beside),
        pin: (known) => (known === undefined ? '' : reference.pin(known)),
        choices: reference.choices,
      },
    }),
  };
}
