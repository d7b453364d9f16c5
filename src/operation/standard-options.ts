import { grouped } from '../core/grouped.ts';
import { isReason } from '../core/reason.ts';
import { readTimeWords } from '../time/time-words.ts';
import { aliasProblem } from './account-alias.ts';
import type { Operation } from './operation.ts';

/** Length of a reason, in characters. */
export const reasonLength = { min: 3, max: 500 } as const;

/** How long an opening lasts in a form, or in a sentence that names no end. */
export const usualEnd = '2h';

/** Valid ticket ids. */
export const ticketPattern = /^[\w#./:-]{1,60}$/;

const timeProblem = (words: string): string | undefined => {
  const reading = readTimeWords(words);
  return 'problem' in reading ? reading.problem : undefined;
};

/**
 * The options of every operation in addition to its own fields. Each returns the problem of a value as a phrase; undefined if it
 * is valid.
 */
export const always = {
  account: aliasProblem,
  why: (words: string) => {
    const { min, max } = reasonLength;
    if (words.length < min || words.length > max)
      return `must be ${min} to ${max} characters, not ${grouped(words.length)}`;
    return isReason(words) ? undefined : 'must contain a letter or digit';
  },
  ticket: (words: string) => (ticketPattern.test(words) ? undefined : `“${words}” isn’t a ticket ID`),
  starts: timeProblem,
  ends: timeProblem,
};

/** The names of these options, in the order of a command. */
export const alwaysNames = ['account', 'why', 'ticket', 'starts', 'ends'] as const;

export type StandardOption = (typeof alwaysNames)[number];

/** The properties of an operation that determine which options it takes. */
export type TakesOptions = Pick<Operation<never>, 'risk' | 'offline' | 'isReversible' | 'isPlan'>;

/** Returns the options that an operation takes: a read needs no reason, and only a change that can be undone ends by itself. */
export const optionsOf = (operation: TakesOptions): readonly StandardOption[] =>
  alwaysNames.filter((name) => whyNotTaken(name, operation) === undefined);

/**
 * Explains why an operation doesn't take an option, as a phrase; undefined if it does. Each line of a plan is checked by itself.
 */
export function whyNotTaken(
  option: StandardOption,
  { risk, offline, isReversible, isPlan }: TakesOptions,
): string | undefined {
  if (option === 'account') return offline ? 'isn’t possible here: this isn’t about one account' : undefined;
  if (risk === 'reads') return 'is for changes only';
  return option === 'ends' && !isReversible && !isPlan
    ? 'isn’t possible here: this change can’t be undone'
    : undefined;
}
