/** The kinds of results that a step can provide. */
export type ResultKind = 'address' | 'alert policy' | 'firewall policy';

/** The results that an operation provides to later steps, by the name in a reference: `$1.address`. */
export type ResultKinds = Readonly<Record<string, ResultKind>>;

/** A reference to the result of an earlier step of the change: "$1.address". */
export interface StepReference {
  /** Step number, from 1. */
  readonly step: number;
  readonly result: string;
}

const whole = /^\$([1-9]\d?)\.([a-z]+)$/i;
const within = /\$([1-9]\d?)\.([a-z]+)(?![\w.])/gi;

/** Reads a reference; undefined for any other text. */
export function readStepReference(words: string): StepReference | undefined {
  const [, step, result = ''] = whole.exec(words) ?? [];
  return step === undefined ? undefined : { step: Number(step), result: result.toLowerCase() };
}

export const writeStepReference = ({ step, result }: StepReference): string => `$${step}.${result}`;

/** Replaces each reference in a text by words: "from the address of step 1". */
export const withReferencesInWords = (text: string): string =>
  text.replace(within, (_, step: string, result: string) => referenceInWords({ step: Number(step), result }));

/** Formats a reference in words: "the address of step 1". */
export const referenceInWords = ({ step, result }: StepReference): string =>
  `the ${result.toLowerCase()} of step ${step}`;

/** An earlier step of the change: the words of its command, and its results. */
export interface EarlierStep {
  readonly words: readonly string[];
  readonly results: ResultKinds;
}
