import type { Answer, Part, Text, Tone } from '../../answer/answer.ts';
import { toneSigns } from '../../answer/tone-signs.ts';
import { dateOf } from './mrkdwn.ts';
import { clean, escapeMarkup, inlines, lines, mention, plain } from './plain-text.ts';

/** Upper bound for a push notification as a phone shows it, in UTF-16 units. Of these, a lock screen shows about the first 60. */
const maxNotified = 150;

/**
 * What a push notification says of an answer, in mrkdwn: its `push`, or else its first line, with that below a heading. Slack also shows
 * it where it can't show blocks. What is to be copied is left out: it may be secret.
 */
export function notification(answer: Answer, command: string): string {
  const pushed = answer.find((part) => part.kind === 'push');
  if (pushed) return notified(signed(pushed.text, pushed.tone), command);
  const said = answer.filter((part) => part.kind !== 'preformatted' && linesOf(part, command).length > 0);
  const [first = 'Skydesk', second] = said.flatMap((part) => linesOf(part, command));
  const isHeading = said[0]?.kind === 'heading' && second !== undefined;
  return notified(isHeading ? [...inlines(first), ': ', ...inlines(second)] : first, command);
}

/** The lines of a part that say something, each after the sign of its tone. */
const linesOf = (part: Part, command: string): readonly Text[] =>
  lines(part)
    .filter((text) => wordsOf(text, command) !== '')
    .map((text) => signed(text, part.kind === 'notice' ? part.tone : undefined));

const signed = (text: Text, tone: Tone = 'neutral'): Text =>
  tone === 'neutral' ? text : [`${toneSigns[tone]} `, ...inlines(text)];

const wordsOf = (text: Text, command: string): string =>
  inlines(text)
    .map((inline) => plain(inline, command))
    .join('')
    .trim();

/** A line; one that is too long is cut, and then holds no mentions. */
function notified(text: Text, command: string): string {
  const words = wordsOf(text, command);
  if (words.length > maxNotified) return escapeMarkup(clean(words, maxNotified));
  const written = inlines(text).map(
    (inline) => mention(inline) ?? dateOf(inline)?.written ?? escapeMarkup(plain(inline, command)),
  );
  return written.join('').trim();
}
