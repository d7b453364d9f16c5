/** What a step can give to later ones. */
export type ResultKind = 'address' | 'alert policy' | 'firewall policy';

/** What an operation gives to later steps, by the name that they use for it: `$1.address`. */
export type ResultKinds = Readonly<Record<string, ResultKind>>;

/** "$1.address": a value that an earlier step of the same change gives. */
export interface StepReference {
  /** Counts from 1, as people read it. */
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

/** A text with each reference in words: "from the address of step 1". */
export const withReferencesInWords = (text: string): string =>
  text.replace(within, (_, step: string, result: string) => referenceInWords({ step: Number(step), result }));

/** "the address of step 1". */
export const referenceInWords = ({ step, result }: StepReference): string =>
  `the ${result.toLowerCase()} of step ${step}`;

/** A step that comes before another in the same change: the words of its command, and what it gives. */
export interface EarlierStep {
  readonly words: readonly string[];
  readonly results: ResultKinds;
}
