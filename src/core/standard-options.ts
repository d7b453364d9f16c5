import { aliasProblem } from './account-alias.ts';
import { grouped } from './answer.ts';
import { isReason } from './reason.ts';
import { readTimeWords } from './time-words.ts';

const timeProblem = (words: string): string | undefined => {
  const reading = readTimeWords(words);
  return 'problem' in reading ? reading.problem : undefined;
};

/** The options that every operation has besides its own fields. Each returns the problem of a value, as a phrase; undefined if it is valid. */
export const always = {
  account: aliasProblem,
  why: (words: string) => {
    if (!/^.{3,500}$/s.test(words)) return `must be 3 to 500 characters, not ${grouped(words.length)}`;
    return isReason(words) ? undefined : 'must contain a letter or digit';
  },
  ticket: (words: string) => (/^[\w#./:-]{1,60}$/.test(words) ? undefined : `“${words}” isn’t a ticket ID`),
  starts: timeProblem,
  ends: timeProblem,
};

/** The names of these options, in the order in which a command shows them. */
export const alwaysNames = ['account', 'why', 'ticket', 'starts', 'ends'] as const;

export type StandardOption = (typeof alwaysNames)[number];
