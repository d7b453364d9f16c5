import type { RichTextElement, RichTextSection } from '@slack/types';
import type { Inline, Text, Tone } from '../core/answer.ts';
import { clean, inlines, inUtc, plain } from './plain-text.ts';

const formats = {
  day: '{date_short}',
  minute: '{date_short_pretty} at {time}',
  clock: '{time}',
} as const;

/**
 * One inline as a rich text element. Slack parses no markup inside these, so text from outside can never
 * become a mention, a link or a format.
 */
export function element(inline: Inline, command: string): RichTextElement {
  if (typeof inline === 'string') return { type: 'text', text: clean(inline) };
  if ('bold' in inline) return { type: 'text', text: clean(inline.bold), style: { bold: true } };
  if ('person' in inline) return { type: 'user', user_id: inline.person };
  if ('money' in inline) return { type: 'text', text: plain(inline, command) };
  if ('time' in inline) {
    return {
      type: 'date',
      timestamp: Math.floor(Date.parse(inline.time) / 1000),
      format: formats[inline.as],
      fallback: inUtc(inline.time, inline.as),
    };
  }
  return { type: 'text', text: plain(inline, command), style: { code: true } };
}

const signs: Readonly<Record<Tone, string>> = {
  done: 'white_check_mark',
  waiting: 'hourglass_flowing_sand',
  warning: 'warning',
  failed: 'x',
};

export const sign = (tone: Tone): RichTextElement[] => [
  { type: 'emoji', name: signs[tone] },
  { type: 'text', text: ' ' },
];

/** A line of running text. */
export function section(text: Text, command: string, before: RichTextElement[] = []): RichTextSection {
  const elements = inlines(text)
    .filter((one) => one !== '')
    .map((one) => element(one, command));
  return { type: 'rich_text_section', elements: [...before, ...elements] };
}
