/**
 * Hyphens, dashes and minus signs, which phones and office programs write in place of one another, for a class of a regular
 * expression.
 */
export const dashes = String.raw`\p{Pd}\u2043\u2212\uff5e`;
const dash = new RegExp(`[${dashes}]`, 'gu');
/** Full-width forms, which input methods for Chinese and Japanese write. ASCII has them in the same order. */
const fullWidth = /[\uff01-\uff5d]/g;
const offset = 0xfee0;

/**
 * Replaces dashes and full-width characters by the ASCII characters that they stand for. For words in which nothing else can
 * stand, such as numbers, dates, ranges and flags; never for names and free text.
 */
export const toAscii = (words: string): string =>
  words
    .replace(dash, '-')
    .replace(fullWidth, (wide) => String.fromCharCode(wide.charCodeAt(0) - offset))
    .replaceAll('\u3001', ',');
