/** One word of a command: `threshold=80` has a key, `"Disk 80"` has none. */
export interface Word {
  readonly key?: string;
  readonly text: string;
}

/** Matches a word: its key, then either the quotation mark, the text and the closing mark, or the unquoted text. */
const word = /(?=\S)(?:(\p{L}[\p{L}\p{N}_-]*)=)?(?:(["'])((?:(?!\2)[^\\]|\\.)*)(\2|$)|(\S*))/gsu;

/** Splits a command into words, like `scan`. */
export const split = (line: string): Word[] => scan(line).words;

/**
 * Splits a command into words at white space outside quotes; `key=` names a word. An unclosed quote extends to the end of the
 * line, and `unclosed` is its text. Never throws.
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

/** Quotes and escapes one word for `split`. */
export function write({ key: name, text }: Word): string {
  const plain = text !== '' && !/[\s"'\\=]/u.test(text);
  const value = plain ? text : `"${text.replace(/(["\\])/g, '\\$1')}"`;
  return name === undefined ? value : `${name}=${value}`;
}

/** Writes words as one command that `split` reads back. */
export const join = (words: readonly Word[]): string => words.map(write).join(' ');
