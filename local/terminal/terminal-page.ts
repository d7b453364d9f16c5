import { stripVTControlCharacters, styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

export interface Page {
  /** Width in columns. */
  readonly width: number;
  readonly colours: boolean;
  /** IANA time zone of the reader. */
  readonly zone: string;
  /** Milliseconds since the epoch, for "today" and "3 minutes ago". */
  readonly now: number;
  /** Returns the name of a person, channel or user group by id; `undefined` if unknown. */
  readonly nameOf: (id: string) => string | undefined;
}

/** Styles a text, if the page has colours. */
export function paint(page: Page, style: Style, text: string): string {
  return page.colours && text !== '' ? styleText(style, text, { validateStream: false }) : text;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wideCharacter =
  /\p{Emoji_Presentation}|\u{fe0f}|[\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{ff00}-\u{ff60}]/u;

/** Returns the width of a text in columns: styles take none, emoji and CJK two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(stripVTControlCharacters(text)))
    width += wideCharacter.test(segment) ? 2 : 1;
  return width;
}

export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const room = ' '.repeat(Math.max(0, width - widthOf(text)));
  return align === 'left' ? text + room : room + text;
}

/** Truncates a line to `width` columns, with an ellipsis if anything was cut off. Styles remain. */
export function truncate(line: string, width: number): string {
  if (widthOf(line) <= width) return line;
  let room = width - 1;
  const [first = '', ...styled] = line.split('\u001b');
  const fitting = (text: string): string => {
    let shown = '';
    for (const { segment } of graphemes.segment(text)) {
      const columns = widthOf(segment);
      if (columns > room) {
        room = 0;
        break;
      }
      room -= columns;
      shown += segment;
    }
    return shown;
  };
  const start = fitting(first);
  const parts = styled.map((part) => {
    const [style = ''] = /^\[[\d;]*m/.exec(part) ?? [];
    return `\u001b${style}${fitting(part.slice(style.length))}`;
  });
  return `${start}${parts.join('')}…`;
}

/** Whether text for this stream is coloured: it is a terminal with colours, and NO_COLOR is not set. */
export const hasColours = (
  stream: { readonly isTTY?: boolean; hasColors?(): boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean => stream.isTTY === true && !environment.NO_COLOR && stream.hasColors?.() !== false;

/** Breaks text into lines of at most `width` columns, between words if possible. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<= )/).flatMap((part) => broken(part, width))) {
    if (current !== '' && widthOf(current + word.trimEnd()) > width) {
      lines.push(current.trimEnd());
      current = '';
    }
    current += word;
  }
  return [...lines, current.trimEnd()];
}

/** Breaks a word into pieces that fit. */
function broken(word: string, width: number): string[] {
  if (widthOf(word) <= width || stripVTControlCharacters(word) !== word) return [word];
  const pieces: string[] = [''];
  for (const { segment } of graphemes.segment(word)) {
    const last = pieces.length - 1;
    if (widthOf(`${pieces[last]}${segment}`) > width) pieces.push(segment);
    else pieces[last] += segment;
  }
  return pieces;
}

/** Puts a mark before the first line, and aligns the others with it. */
export function indent(lines: string[], first: string, rest = ' '.repeat(widthOf(first))): string[] {
  return lines.map((line, index) => (index === 0 ? first : rest) + line);
}
