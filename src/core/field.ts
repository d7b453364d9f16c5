/** What reading some words gave: the value, or what is wrong with them in the words of who typed them. */
export type Reading<Value> = { readonly value: Value } | { readonly problem: string };

/**
 * One blank of an operation. `Given` is what the words say (JSON), `Known` what it stands for once the
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
  readonly required: boolean;
  readonly choices?: readonly string[];
  read(words: string): Reading<Given>;
  write(given: Given): string;
  /** For what only the service knows: finds it, or rejects with a `Failure` that says what there is. */
  readonly reference?: Reference<Given, Known, Context>;
}

export interface Reference<Given, Known, Context> {
  find(given: Given, context: Context): Promise<Known>;
  /** Words that name exactly this one thing again, however names change. */
  pin(known: Known): string;
}

/** What an operation says about its own blank; the kind of field knows the rest. */
export interface Blank {
  readonly label: string;
  readonly hint?: string;
  readonly example?: string;
  readonly at?: number;
  readonly rest?: boolean;
}

/** The same field, but it may be left out. */
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
        find: async (given, context) => (given === undefined ? undefined : reference.find(given, context)),
        pin: (known) => (known === undefined ? '' : reference.pin(known)),
      },
    }),
  };
}
