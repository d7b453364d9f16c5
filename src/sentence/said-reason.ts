import { parseCidr } from '../network/cidr.ts';
import { Cursor, Unclear } from './cursor.ts';
import { timeWithin } from './said-time.ts';
import { type Token, tokensOf } from './sentence-words.ts';

/** A sentence in two parts: what is asked for, and why. */
export interface WithReason {
  readonly body: readonly Token[];
  /** As it was typed. */
  readonly why?: string;
  /** Its words, if they can hide what was meant as a part of the sentence. In quotes they can't. */
  readonly words: readonly Token[];
}

const reasons = new Set(['because', 'bc', 'b/c', 'cuz', 'reason:', 'why:']);

/** Splits a sentence at “because”, which takes the rest of the line. */
export function withReason(tokens: readonly Token[], line: string): WithReason {
  const at = tokens.findIndex(({ low }, index) => reasons.has(low) || isDueTo(tokens, index));
  if (at < 0) return { body: tokens, words: [] };
  // “for good reason: …” says why, and “for good” that nothing ends it.
  if (tokens[at]?.low === 'reason:' && tokens[at - 1]?.low === 'good')
    throw new Unclear('“For good” means that nothing ends it. Write “because” before the reason.');
  const isLong = isDueTo(tokens, at) || tokens[at + 1]?.low === 'of';
  const words = tokens.slice(at + (isLong ? 2 : 1));
  const [first, ...others] = words;
  if (!first) throw new Unclear('Because of what?');
  const body = tokens.slice(0, at);
  if (first.isQuoted && others.length === 0) return { body, why: first.text, words: [] };
  const why = line.slice(first.begin);
  // Only quotes around all of it are its author's word that it is a reason.
  return { body, why, words: tokensOf(why.replaceAll('"', ' ')) };
}

const isDueTo = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.low === 'due' && tokens[at + 1]?.low === 'to';

/** Words that begin an order. */
const verbs = /^(?:open|allow|permit|expose|let|close|end|stop|extend|keep|restore|undo)$/;
const addressLike = /\d[\d./]*\d/g;
const narrowing = /^(?:only|except|excluding|not|but|unless|without|besides)$/;
/** What stands before another order: a word, or the end of a sentence. */
const beginning = /^(?:and|then|also|plus|please|pls|plz|,|&)$|[.;:!?-]$/;
/** Words of an end that Skydesk's reading of times doesn't take: “until friday”, “a few minutes”, “2 min”. */
const timing =
  /^(?:until|till|til|forever|permanently|ends=.*|\d[\d.]*[smhdwy]\d*|\d*(?:seconds|secs?|minutes?|mins?|hours?|hrs?|days|weeks?|months?|years?))$/;

/** What a sentence says of itself, so that its reason can't say otherwise. */
export interface SaidSoFar {
  readonly hasEnd: boolean;
  readonly isForEveryone: boolean;
}

/**
 * Refuses a reason that could be a part of the sentence: another order, addresses, an end if the sentence names none, or an exception if
 * it opens to everyone.
 */
export function refuseHidden({ words }: WithReason, { hasEnd, isForEveryone }: SaidSoFar): void {
  const hidden =
    words.find(({ low }, at) => verbs.test(low) && beginning.test(words[at - 1]?.low ?? ''))?.text ??
    words.find(({ text }) => (text.match(addressLike) ?? []).some((part) => parseCidr(part)))?.text ??
    (isForEveryone ? words.find(({ low }) => narrowing.test(low))?.text : undefined) ??
    (hasEnd ? undefined : endWithin(withoutMarks(words)));
  if (hidden !== undefined)
    throw new Unclear(
      `Is “${hidden}” only a part of the reason? Then put the reason in quotes. Else write it before “because”.`,
    );
}

function endWithin(words: readonly Token[]): string | undefined {
  const time = timeWithin(new Cursor(words));
  const at = words.findIndex(({ low }) => timing.test(low));
  if (time !== undefined || at < 0) return time;
  // “until” is read with the word behind it, a unit with the one before.
  const begin = /^(?:until|till|til)$/.test(words[at]?.low ?? '') ? at : Math.max(0, at - 1);
  return words
    .slice(begin, begin + 2)
    .map(({ text }) => text)
    .join(' ');
}

/** Punctuation at the end of a word would hide a time. */
const withoutMarks = (words: readonly Token[]): readonly Token[] =>
  words.map((token) => {
    const bare = (text: string): string => text.replace(/^\(|[.;:!?)]+$/g, '');
    return { ...token, text: bare(token.text), low: bare(token.low) };
  });
