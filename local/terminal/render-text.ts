import { asObjects, type JsonObject } from '../slack/payload/json.ts';
import { formatDate } from '../text/date.ts';
import { emoji } from '../text/emoji-names.ts';
import type { Inline, Style } from '../text/inline-types.ts';
import { type Paragraph, parseMrkdwn, parsePlain } from '../text/parse-mrkdwn.ts';
import { readInline } from '../text/read-inline.ts';
import { indent, type Page, paint, wrap } from './terminal-page.ts';

/** Renders plain text as Slack shows it: shortcodes become emoji. */
export function renderPlain(text: string, page: Page): string {
  return renderInlines(parsePlain(text), page);
}

export function renderMrkdwn(text: string, page: Page): string {
  return parseMrkdwn(text)
    .map((paragraph) => renderParagraph(paragraph, page))
    .join('\n');
}

function renderParagraph(paragraph: Paragraph, page: Page): string {
  if (paragraph.is === 'code') return paint(page, paints.code, paragraph.text);
  const text = renderInlines(paragraph.inside, page);
  return paragraph.is === 'quote' ? text.replace(/^/gm, () => paint(page, 'dim', '│ ')) : text;
}

/** Renders a rich_text block as lines. */
export const renderRichText = (block: JsonObject, page: Page): string[] =>
  asObjects(block.elements).flatMap(({ type, elements }) => {
    const said = renderInlines(asObjects(elements).map(readInline), page);
    // A line for copying must not be broken.
    if (type === 'rich_text_preformatted') return [`  ${said}`];
    if (type !== 'rich_text_quote') return wrap(said, page.width);
    const bar = paint(page, 'dim', '│ ');
    return indent(wrap(said, page.width - 2), bar, bar);
  });

const renderInlines = (inlines: Inline[], page: Page): string =>
  inlines.map((inline) => renderInline(inline, page)).join('');

const paints = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strikethrough',
  code: 'cyan',
} as const satisfies Record<Style, unknown>;

function renderInline(inline: Inline, page: Page): string {
  switch (inline.is) {
    case 'text':
      return inline.text;
    case 'styled':
      return paint(page, paints[inline.style], renderInlines(inline.inside, page));
    case 'link':
      return renderLink(inline.url, inline.label, page);
    case 'mention':
      return paint(page, 'blue', `${inline.mark}${page.nameOf(inline.id) ?? inline.label ?? inline.id}`);
    case 'broadcast':
      return paint(page, 'yellow', `@${inline.range}`);
    case 'date':
      return formatDate(inline.date, page);
    case 'emoji':
      return emoji(inline.name);
  }
}

/** Renders a link: its text, and its address if that adds information. */
function renderLink(url: string, label: string | undefined, page: Page): string {
  const address = url.replace(/^mailto:/, '');
  if (label === undefined || label === address || label === url) return paint(page, 'underline', address);
  return `${paint(page, 'underline', label)} (${address})`;
}
