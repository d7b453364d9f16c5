import type { RichTextElement, RichTextSection } from '@slack/types';
import type { Inline, Text, Tone } from '../../answer/answer.ts';
import { isChannelId, isGroupId, isPermalink, isUserId } from '../../messaging/slack-ids.ts';
import { inlines, styled, tagOf } from './plain-text.ts';

/** Slack's date formats, by precision. */
export const dateFormats = {
  day: '{date_short}',
  minute: '{date_short_pretty} at {time}',
  clock: '{time}',
  relative: '{ago}',
} as const;

/**
 * Renders an inline as rich text elements: a mention may have a tag behind it. These have no markup: untrusted text can't become a
 * mention, link or formatting.
 */
export function elements(inline: Inline, command: string): RichTextElement[] {
  const { text, style } = styled(inline, command);
  const shown = reference(inline, text);
  if (!shown) return [{ type: 'text', text, ...(style && { style: { [style]: true } }) }];
  const tag = tagOf(inline);
  return [shown, ...(tag === '' ? [] : [{ type: 'text' as const, text: tag }])];
}

/**
 * Renders an inline that Slack formats itself: a mention, a link or a time; undefined for other inlines and for malformed ones.
 */
function reference(inline: Inline, text: string): RichTextElement | undefined {
  if (typeof inline === 'string') return undefined;
  if ('person' in inline && inline.name === undefined && isUserId(inline.person))
    return { type: 'user', user_id: inline.person };
  if ('group' in inline && isGroupId(inline.group)) return { type: 'usergroup', usergroup_id: inline.group };
  if ('channel' in inline && isChannelId(inline.channel))
    return { type: 'channel', channel_id: inline.channel };
  if ('link' in inline && isPermalink(inline.link)) return { type: 'link', url: inline.link, text };
  if (!('time' in inline)) return undefined;
  const timestamp = Math.floor(Date.parse(inline.time) / 1000);
  return Number.isNaN(timestamp)
    ? undefined
    : { type: 'date', timestamp, format: dateFormats[inline.as], fallback: text };
}

const signs: Readonly<Record<Tone, string>> = {
  done: 'white_check_mark',
  open: 'unlock',
  waiting: 'hourglass_flowing_sand',
  warning: 'warning',
  failed: 'x',
  neutral: 'white_circle',
  low: 'large_green_circle',
  medium: 'large_orange_circle',
  high: 'red_circle',
};

/** Returns the icon of a tone in mrkdwn. */
export const emoji = (tone: Tone): string => `:${signs[tone]}:`;

/** Returns the icon of a notice, for the beginning of its line. */
export const sign = (tone: Tone): RichTextElement[] => [
  { type: 'emoji', name: signs[tone] },
  { type: 'text', text: ' ' },
];

/** Renders a line of text after `before`. Empty elements are omitted, since Slack refuses them. */
export function section(text: Text, command: string, before: RichTextElement[] = []): RichTextSection {
  const shown = inlines(text)
    .flatMap((inline) => elements(inline, command))
    .filter((rendered) => rendered.type !== 'text' || rendered.text !== '');
  return { type: 'rich_text_section', elements: shown.length > 0 ? [...before, ...shown] : [] };
}
