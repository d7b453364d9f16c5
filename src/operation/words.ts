/** One word of a command: `threshold=80` has a key, `"Disk 80"` has none. */
export interface Word {
  readonly key?: string;
  readonly text: string;
}

const key = /([\p{L}][\p{L}\p{N}_-]*)=/uy;
const quoted = /"((?:[^"\\]|\\.)*)("|$)|'((?:[^'\\]|\\.)*)('|$)/suy;
const bare = /\S*/uy;

function take(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** Splits a command into words, as `scan` reads them. */
export const split = (line: string): Word[] => scan(line).words;

/**
 * Splits a command into words: separated by white space, unless quoted; `key=` names a word. An unclosed quote runs to the
 * end of the line, and `unclosed` is what it holds. Never throws.
 */
export function scan(line: string): { readonly words: Word[]; readonly unclosed?: string } {
  const words: Word[] = [];
  let unclosed: string | undefined;
  let at = 0;
  for (;;) {
    while (at < line.length && /\s/u.test(line.charAt(at))) at += 1;
    if (at >= line.length) return { words, ...(unclosed !== undefined && { unclosed }) };
    const named = take(key, line, at);
    if (named) at += named[0].length;
    const held = take(quoted, line, at);
    const taken = held ?? take(bare, line, at);
    at += taken?.[0].length ?? 0;
    const text = held ? (held[1] ?? held[3] ?? '').replace(/\\(["'\\])/g, '$1') : (taken?.[0] ?? '');
    if (held && (held[2] ?? held[4]) === '') unclosed = text;
    words.push(named?.[1] === undefined ? { text } : { key: named[1], text });
  }
}

/** Quotes and escapes one word, so that `split` reads it back. */
export function write({ key: name, text }: Word): string {
  const plain = text !== '' && !/[\s"'\\=]/u.test(text);
  const value = plain ? text : `"${text.replace(/(["\\])/g, '\\$1')}"`;
  return name === undefined ? value : `${name}=${value}`;
}

/** Writes words as one command, which `split` reads back. */
export const join = (words: readonly Word[]): string => words.map(write).join(' ');
