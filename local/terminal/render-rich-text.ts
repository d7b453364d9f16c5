import { asObjects, type JsonObject } from '../slack/payload/json.ts';
import { readInline } from '../text/read-inline.ts';
import { renderInlines } from './render-mrkdwn.ts';
import { indent, type Page, paint, wrap } from './terminal-page.ts';

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
