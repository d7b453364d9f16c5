import { dashes, toAscii } from '../core/ascii.ts';
import { closingMark, quotationMarks } from './quotation-marks.ts';

/** One word of a command: `threshold=80` has a key, `"Disk 80"` has none. */
export interface Word {
  readonly key?: string;
  readonly text: string;
}

/** Matches the white space before a word, and its key. */
const start = new RegExp(`\\s*(?:(\\p{L}[\\p{L}\\p{N}_＿${dashes}]*)[=＝])?`, 'uy');
const bareWord = /\S*/y;
const escaped = new RegExp(`\\\\([${quotationMarks}\\\\])`, 'g');
const unquoted = new RegExp(`^[^\\s\\\\=＝${quotationMarks}]+$`, 'u');

/** Splits a command into words, like `scan`. */
export const split = (line: string): Word[] => scan(line).words;

/**
 * Splits a command into words at white space outside quotes; `key=` names a word. An unclosed quote extends to the end of the
 * line, and `unclosed` is its text. Never throws.
 */
export function scan(line: string): { readonly words: Word[]; readonly unclosed?: string } {
  const words: Word[] = [];
  let unclosed: string | undefined;
  let at = 0;
  while (at < line.length) {
    const [begin = '', key] = matchAt(start, line, at);
    at += begin.length;
    if (at === line.length && key === undefined) break;
    const { text, end, isOpen } = valueAt(line, at);
    if (isOpen) unclosed = text;
    words.push(key === undefined ? { text } : { key: toAscii(key), text });
    at = end;
  }
  return { words, ...(unclosed !== undefined && { unclosed }) };
}

/** Reads the value at a position of a line: what a pair of quotation marks holds, or else all up to the next white space. */
function valueAt(line: string, at: number): { text: string; end: number; isOpen: boolean } {
  if (!quotationMarks.includes(line[at] ?? ' ')) {
    const [text = ''] = matchAt(bareWord, line, at);
    return { text, end: at + text.length, isOpen: false };
  }
  const close = closingMark(line, at);
  const end = close ?? line.length;
  return {
    text: line.slice(at + 1, end).replace(escaped, '$1'),
    end: end + 1,
    isOpen: close === undefined,
  };
}

function matchAt(pattern: RegExp, line: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? [];
}

/** Quotes and escapes one word for `split`. */
export function write({ key: name, text }: Word): string {
  const value = unquoted.test(text) ? text : `"${text.replace(/(["\\])/g, '\\$1')}"`;
  return name === undefined ? value : `${name}=${value}`;
}

/** Writes words as one command that `split` reads back. */
export const join = (words: readonly Word[]): string => words.map(write).join(' ');
