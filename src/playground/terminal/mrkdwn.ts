import { formatDate } from './date.ts';
import { emoji } from './emoji.ts';
import { type Page, paint } from './page.ts';

/** Turns `&amp;`, `&lt;` and `&gt;` back. */
export function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Plain text as Slack shows it: shortcodes become emoji. */
export function renderPlain(text: string): string {
  return decoded(withEmoji(text));
}

/** Slack's markup as terminal text. */
export function renderMrkdwn(text: string, page: Page): string {
  return text
    .split(/(```[\s\S]*?```|`[^`\n]+`)/)
    .map((piece, index) => (index % 2 === 1 ? code(piece, page) : words(piece, page)))
    .join('');
}

function code(piece: string, page: Page): string {
  const inside = piece.startsWith('```') ? piece.slice(3, -3).replace(/^\n|\n$/g, '') : piece.slice(1, -1);
  return paint(page, 'cyan', decoded(inside));
}

function words(piece: string, page: Page): string {
  const styled = styles(
    withEmoji(piece.replace(/<([^<>]+)>/g, (_, token: string) => renderToken(token, page))),
    page,
  );
  return decoded(styled.replace(/^&gt; ?/gm, () => paint(page, 'dim', '│ ')));
}

function withEmoji(text: string): string {
  return text.replace(/:([\w+-]+(?:::skin-tone-\d)?):/g, (_, name: string) => emoji(name));
}

function styles(text: string, page: Page): string {
  const between = (mark: string): RegExp =>
    new RegExp(
      `(?<![\\w\\${mark}])\\${mark}(?=\\S)([^\\${mark}\\n]*[^\\s\\${mark}])\\${mark}(?![\\w\\${mark}])`,
      'g',
    );
  return text
    .replace(between('*'), (_, inside: string) => paint(page, 'bold', inside))
    .replace(between('_'), (_, inside: string) => paint(page, 'italic', inside))
    .replace(between('~'), (_, inside: string) => paint(page, 'strikethrough', inside));
}

/** What stands between `<` and `>`: a mention, a date, a link. */
function renderToken(token: string, page: Page): string {
  const [head = '', label] = token.split('|', 2);
  const date = /^!date\^(\d+)\^([^^]+)(?:\^(.*))?$/.exec(head);
  if (date) return formatDate(Number(date[1]), date[2] ?? '', page);
  if (head.startsWith('@')) return mention(page, '@', head.slice(1), label);
  if (head.startsWith('#')) return mention(page, '#', head.slice(1), label);
  if (head.startsWith('!subteam^'))
    return mention(page, '@', head.slice('!subteam^'.length), label?.replace(/^@/, ''));
  if (head.startsWith('!')) return paint(page, 'yellow', `@${head.slice(1)}`);
  return renderLink(head, label, page);
}

/** A person, channel or group by its name. */
export function mention(page: Page, mark: '@' | '#', id: string, label?: string): string {
  return paint(page, 'blue', `${mark}${page.nameOf(id) ?? label ?? id}`);
}

/** A link: its words, and its address where that says more. */
export function renderLink(url: string, label: string | undefined, page: Page): string {
  const address = url.replace(/^mailto:/, '');
  if (label === undefined || label === address || label === url) return paint(page, 'underline', address);
  return `${paint(page, 'underline', label)} (${address})`;
}
