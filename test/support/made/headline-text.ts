import type { Inline } from '../../../src/answer/answer.ts';
import { toneSigns } from '../../../src/answer/tone-signs.ts';
import { type Headline, pushOf } from '../../../src/change/words/on-phone.ts';
import { notification } from '../../../src/slack/render/notification.ts';
import { onPhone } from '../push.ts';

/** How the one who asks is called here. */
const somebody = 'Ana Ferreira';

function written(inline: Inline): string {
  if (typeof inline === 'string') return inline;
  if ('bold' in inline) return inline.bold;
  if ('person' in inline) return somebody;
  if ('time' in inline) return 'Nov 28 at 20:25';
  if ('quote' in inline) return `“${inline.quote}”`;
  return 'code' in inline ? inline.code : '?';
}

const lineOf = (text: readonly Inline[]): string => text.map(written).join('');

/** A headline as people read it, with the line below it that says what was wanted. */
export const shownLine = ({ tone, text, wish = [] }: Headline): string =>
  [`${tone ? `${toneSigns[tone]} ` : ''}${lineOf(text)}`, ...(wish.length > 0 ? [lineOf(wish)] : [])].join(
    ' / ',
  );

/** What a phone says of it. */
export const pushed = (shown: Headline): string =>
  onPhone(notification([pushOf(shown)], '/cloud')).replaceAll('@somebody', somebody);

/** The times in a headline, in milliseconds since 1970. */
export const timesIn = ({ text, wish = [] }: Headline): readonly number[] =>
  [...text, ...wish].flatMap((inline) =>
    typeof inline === 'object' && 'time' in inline ? [Date.parse(inline.time)] : [],
  );
