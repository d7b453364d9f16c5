import type { Answer, Inline, Part, Text, Tone } from '../../answer/answer.ts';
import { toneSigns } from '../../answer/tone-signs.ts';
import { dateOf } from './mrkdwn.ts';
import { clean, escapeMarkup, inlines, lines, mention, plain } from './plain-text.ts';

/** Maximum length of a push notification on a phone, in UTF-16 units. A lock screen shows about the first 60. */
const maxNotified = 110;

/** What a person counts as, whose name is cut to this length. */
const usualName = 20;

/**
 * Returns the text of a push notification, in mrkdwn: the answer's `push`, else its first line; for a heading, also the line
 * below it. Slack also shows it as the fallback for blocks. Omits preformatted text, which may contain a secret to copy.
 */
export function notification(answer: Answer, command: string): string {
  const pushed = answer.find((part) => part.kind === 'push');
  if (pushed) {
    const texts = [pushed.text, ...(pushed.shorter ?? [])].map((text) => signed(text, pushed.tone));
    const fitting = texts.find((text) => lengthOf(text, command) <= maxNotified);
    return notified(fitting ?? texts.at(-1) ?? [], command);
  }
  const said = answer.filter((part) => part.kind !== 'preformatted' && linesOf(part, command).length > 0);
  const [first = 'Skydesk', second] = said.flatMap((part) => linesOf(part, command));
  const isHeading = said[0]?.kind === 'heading' && second !== undefined;
  return notified(isHeading ? [...inlines(first), ': ', ...inlines(second)] : first, command);
}

/** Returns the lines of a part that contain words, each after the sign of its tone. */
const linesOf = (part: Part, command: string): readonly Text[] =>
  lines(part)
    .filter((text) => wordsOf(text, command) !== '')
    .map((text) => signed(text, part.kind === 'notice' && part.tone !== 'neutral' ? part.tone : undefined));

const signed = (text: Text, tone: Tone | undefined): Text =>
  tone === undefined ? text : [`${toneSigns[tone]} `, ...inlines(text)];

const wordsOf = (text: Text, command: string): string =>
  inlines(text)
    .map((inline) => plain(inline, command))
    .join('')
    .trim();

const isPerson = (inline: Inline): boolean => typeof inline !== 'string' && 'person' in inline;

/** Returns what counts as the length of a text, in UTF-16 units. What is longer than a name with its tag can be is no name. */
const lengthOf = (text: Text, command: string): number =>
  inlines(text).reduce((all, inline) => {
    const { length } = plain(inline, command);
    return all + (isPerson(inline) && length <= 3 * usualName ? usualName : length);
  }, 0);

/** Cuts a name that is longer than it counts, and what tells it apart. */
function withUsualName(inline: Inline): Inline {
  if (typeof inline === 'string' || !('person' in inline)) return inline;
  const { name, tag } = inline;
  return {
    ...inline,
    ...(name !== undefined && { name: clean(name, usualName) }),
    ...(tag !== undefined && { tag: clean(tag, usualName) }),
  };
}

/** Writes a line. One that is too long is truncated: its longest words, and if that is not enough all of it, without mentions. */
function notified(text: Text, command: string): string {
  const fitted = shortened(inlines(text).map(withUsualName), lengthOf(text, command) - maxNotified);
  if (lengthOf(fitted, command) > maxNotified)
    return escapeMarkup(clean(wordsOf(fitted, command), maxNotified));
  const written = fitted.map(
    (inline) => mention(inline) ?? dateOf(inline)?.written ?? escapeMarkup(plain(inline, command)),
  );
  return written.join('').trim();
}

/** The least that is left of truncated words, in UTF-16 units. */
const minWords = 20;

/** Truncates the longest words by so many UTF-16 units, since a title says enough by its beginning. Keeps what follows it, and people. */
function shortened(text: readonly Inline[], excess: number): readonly Inline[] {
  const lengths = text.map((inline) => (typeof inline === 'string' ? inline.length : 0));
  const longest = Math.max(...lengths);
  const at = lengths.indexOf(longest);
  return excess > 0 && longest - excess >= minWords
    ? text.map((inline, index) => (index === at ? clean(String(inline), longest - excess) : inline))
    : text;
}
