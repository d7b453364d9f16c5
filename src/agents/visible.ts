import type { Inline, Text } from '../answer/answer.ts';
import { oneLine } from '../core/normalize.ts';
import { isPermalink } from '../messaging/slack-ids.ts';
import { inlines, plain, styled } from '../slack/render/plain-text.ts';

/** Variation selectors, except for the one that turns the preceding character into an emoji. A row of them can hide a text. */
const selectors = /[\ufe00-\ufe0e]|(?<!\p{Extended_Pictographic})\ufe0f/gu;
/** Private use characters. They have no glyph, and a model may read anything into them. */
const unknown = /\p{Co}/gu;
/** The middle of a Markdown link or image. Some clients load these without a click. */
const linkInMarkdown = /\](?=[([])/g;
/** The beginning of an HTML tag, which clients may load, of a comment, which is invisible, or of a link like `<https://…>`. */
const tagInMarkdown = /<(?=[a-z/?]|!--|!\[)/gi;

/**
 * Removes the characters from untrusted text that a model reads but a person does not see. `clean` has already removed control,
 * zero-width, bidirectional and tag characters.
 */
const visible = (text: string): string => text.replace(selectors, '').replace(unknown, '\ufffd');

/**
 * Makes the texts of an answer visible, before it is rendered: names without a visible difference then become equal. The actions
 * of buttons remain unchanged.
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

/** Whether a text is a single line without invisible characters. */
export const isVisible = (text: string): boolean => visible(oneLine(text)) === text;

/** Renders running text as one line of Markdown, for an agent. `command` is the name of the slash command. */
export const toMarkdown = (text: Text, command: string): string =>
  joined(text, (inline) => inlineMarkdown(inline, command));

/** Renders running text without markup, for a value in JSON or in a table. */
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
