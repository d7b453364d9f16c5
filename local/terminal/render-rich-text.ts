import { asObjects, type JsonObject } from '../slack/payload/json.ts';
import { readInline } from '../text/read-inline.ts';
import { renderInlines } from './render-mrkdwn.ts';
import { indent, type Page, paint, wrap } from './terminal-page.ts';

/** A rich_text block as lines. */
export function renderRichText(block: JsonObject, page: Page): string[] {
  return asObjects(block.elements).flatMap((part) => renderPart(part, page));
}

function renderPart(part: JsonObject, page: Page): string[] {
  const elements = asObjects(part.elements);
  switch (part.type) {
    case 'rich_text_list':
      return renderList(part, elements, page);
    case 'rich_text_quote':
      return indent(
        wrap(inline(elements, page), page.width - 2),
        paint(page, 'dim', '│ '),
        paint(page, 'dim', '│ '),
      );
    case 'rich_text_preformatted':
      return indent(inline(elements, page).split('\n'), '    ', '    ').map((line) =>
        paint(page, 'cyan', line),
      );
    default:
      return wrap(inline(elements, page), page.width);
  }
}

function renderList(part: JsonObject, items: JsonObject[], page: Page): string[] {
  const depth = typeof part.indent === 'number' ? part.indent : 0;
  const offset = typeof part.offset === 'number' ? part.offset : 0;
  return items.flatMap((item, index) => {
    const mark = '  '.repeat(depth) + (part.style === 'ordered' ? `${offset + index + 1}. ` : '• ');
    return indent(wrap(inline(asObjects(item.elements), page), page.width - mark.length), mark);
  });
}

function inline(elements: JsonObject[], page: Page): string {
  return renderInlines(elements.map(readInline), page);
}
