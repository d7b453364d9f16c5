import type { Inline, Text } from '../answer/answer.ts';
import { oneLine } from '../core/normalize.ts';
import { isPermalink } from '../messaging/slack-ids.ts';
import { inlines, plain, styled } from '../slack/render/plain-text.ts';

/** Variation selectors, but for the one that makes an emoji of the character before it: a row of them can carry a hidden text. */
const selectors = /[\ufe00-\ufe0e]|(?<!\p{Extended_Pictographic})\ufe0f/gu;
/** Private use characters, which have no picture, and a model may read as anything. */
const unknown = /\p{Co}/gu;
/** The middle of a Markdown link or picture, which some clients load without a click. */
const linkInMarkdown = /\](?=[([])/g;
/** The beginning of an HTML tag, which loads as much, of a comment, which hides what is in it, or of a link such as `<https://…>`. */
const tagInMarkdown = /<(?=[a-z/?]|!--|!\[)/gi;

/**
 * A text of others without what a model reads and a person does not see. What an answer shows has no control, zero-width,
 * bidirectional or tag characters already (`clean`).
 */
const visible = (text: string): string => text.replace(selectors, '').replace(unknown, '\ufffd');

/**
 * An answer with visible texts, before it is written or drawn: names that differ in nothing visible are seen as equal then. What its
 * buttons do stays what it is.
 */
export function visibleIn<Value>(value: Value): Value;
export function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return value.map((member) => visibleIn(member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'action' ? member : visibleIn(member)]),
  );
}

/** Whether a text is one line, of which a person sees all. */
export const isVisible = (text: string): boolean => visible(oneLine(text)) === text;

/** Running text with visible texts as one line of Markdown, for an agent. `command` is the name of the slash command. */
export const toMarkdown = (text: Text, command: string): string =>
  joined(text, (inline) => inlineMarkdown(inline, command));

/** Running text without any marks, for a value in JSON or in a table. */
export const toPlainText = (text: Text, command: string): string =>
  joined(text, (inline) => inlineText(inline, command));

const joined = (text: Text, write: (inline: Inline) => string): string =>
  inlines(text).map(write).join('').trim();

function inlineText(inline: Inline, command: string): string {
  const shown = plain(inline, command).replace(linkInMarkdown, '] ').replace(tagInMarkdown, '< ');
  return typeof inline !== 'string' && 'link' in inline && isPermalink(inline.link)
    ? `${shown} (${inline.link})`
    : shown;
}

function inlineMarkdown(inline: Inline, command: string): string {
  const shown = inlineText(inline, command);
  return styled(inline, command).style === 'code' && !shown.includes('`') ? `\`${shown}\`` : shown;
}
