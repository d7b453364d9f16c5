import { asObject, asObjects, asString, type JsonObject } from '../slack/json.ts';
import { formatDate } from './date.ts';
import { emoji } from './emoji.ts';
import { mention, renderLink } from './mrkdwn.ts';
import { indent, type Page, paint, wrap } from './page.ts';

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

/** The elements of a line. */
export function inline(elements: JsonObject[], page: Page): string {
  return elements.map((element) => styled(element, renderElement(element, page), page)).join('');
}

function renderElement(element: JsonObject, page: Page): string {
  const string = (field: string): string => asString(element[field]);
  switch (element.type) {
    case 'text':
      return string('text');
    case 'link':
      return renderLink(string('url'), string('text') || undefined, page);
    case 'emoji':
      return string('unicode') ? fromUnicode(string('unicode')) : emoji(string('name'));
    case 'user':
      return mention(page, '@', string('user_id'));
    case 'channel':
      return mention(page, '#', string('channel_id'));
    case 'usergroup':
      return mention(page, '@', string('usergroup_id'));
    case 'team':
      return mention(page, '@', string('team_id'));
    case 'broadcast':
      return paint(page, 'yellow', `@${string('range')}`);
    case 'date':
      return formatDate(Number(element.timestamp), string('format'), page);
    case 'color':
      return string('value');
    default:
      return '';
  }
}

function fromUnicode(codes: string): string {
  return String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)));
}

function styled(element: JsonObject, text: string, page: Page): string {
  const style = asObject(element.style);
  const wanted = (['bold', 'italic', 'strike', 'underline', 'code'] as const).filter(
    (name) => style[name] === true,
  );
  const paints = {
    bold: 'bold',
    italic: 'italic',
    strike: 'strikethrough',
    underline: 'underline',
    code: 'cyan',
  } as const;
  return wanted.reduce((painted, name) => paint(page, paints[name], painted), text);
}
