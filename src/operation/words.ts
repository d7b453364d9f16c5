/** One word of a command: `threshold=80` has a key, `"Disk 80"` has none. */
export interface Word {
  readonly key?: string;
  readonly text: string;
}

/** A word: its key; the quotation mark, the text and the mark at its end, if it is quoted; else the text. */
const word = /(?=\S)(?:(\p{L}[\p{L}\p{N}_-]*)=)?(?:(["'])((?:(?!\2)[^\\]|\\.)*)(\2|$)|(\S*))/gsu;

/** Splits a command into words, as `scan` reads them. */
export const split = (line: string): Word[] => scan(line).words;

/**
 * Splits a command into words: separated by white space, unless quoted; `key=` names a word. An unclosed quote runs to the
 * end of the line, and `unclosed` is what it holds. Never throws.
 */
export function scan(line: string): { readonly words: Word[]; readonly unclosed?: string } {
  const words: Word[] = [];
  let unclosed: string | undefined;
  for (const [, key, , quoted, end, bare = ''] of line.matchAll(word)) {
    const text = quoted?.replace(/\\(["'\\])/g, '$1') ?? bare;
    if (end === '') unclosed = text;
    words.push(key === undefined ? { text } : { key, text });
  }
  return { words, ...(unclosed !== undefined && { unclosed }) };
}

/** Quotes and escapes one word, so that `split` reads it back. */
export function write({ key: name, text }: Word): string {
  const plain = text !== '' && !/[\s"'\\=]/u.test(text);
  const value = plain ? text : `"${text.replace(/(["\\])/g, '\\$1')}"`;
  return name === undefined ? value : `${name}=${value}`;
}

/** Writes words as one command, which `split` reads back. */
export const join = (words: readonly Word[]): string => words.map(write).join(' ');
