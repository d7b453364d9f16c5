import { hasOpposite, tensesOf, type Verb } from './verbs.ts';

/** What a step does, in words that fit each tense of its verb. JSON. */
export interface Phrase {
  readonly verb: Verb;
  /** The object: "SSH (22) on DE1ACMEWEB03", "alert policy Night watch". */
  readonly thing: string;
  /** What follows the object, with what separates them: " to anyone on the internet", ", all ports". */
  readonly rest?: string;
  /** Object and rest for a phone, if they are shorter there: "SSH on DE1ACMEWEB03 to anyone". */
  readonly short?: string;
  /** The least that still says who gets in: "SSH and 2 more on DE1ACMEWEB03 to anyone". */
  readonly tiny?: string;
  /** Whether the title says more, such as a whole list or settings, so that people who agree read that as well. */
  readonly isPart?: true;
}

/** Creates the phrase of an operation. `rest` begins with the space or the comma that separates it from the thing. */
export const phraseOf = (verb: Verb, thing: string, rest = ''): Phrase => ({
  verb,
  thing,
  ...(rest !== '' && { rest }),
});

/** Returns the object with what follows it: "SSH (22) on DE1ACMEWEB03 to anyone on the internet". */
export const objectOf = ({ thing, rest = '' }: Pick<Phrase, 'thing' | 'rest'>): string => `${thing}${rest}`;

/** Returns what ends of it: the object, or what was done to it: "alert policy Disk 80 assigned to DE1ACMEWEB01". */
export function asState(phrase: Phrase): Phrase {
  const { verb, thing, rest = '' } = phrase;
  return hasOpposite(verb) ? phrase : { verb, thing: `${thing} ${tensesOf(verb).past}${rest}` };
}

/** Returns the object in the words for a phone, the fullest first. */
export const objectsOnPhone = (phrase: Phrase): readonly string[] => [
  ...new Set([objectOf(phrase), phrase.short ?? [], phrase.tiny ?? []].flat()),
];
