/**
 * Matches the positions where a spreadsheet may see the start of a formula: the start of a cell, and after any character that
 * some locale or setting treats as a separator, even if invisible characters or quotes follow. Some spreadsheets drop leading
 * tabs and carriage returns. Apostrophes may follow as well, so a program can remove those that were added and no others.
 */
const formula = /(^|[,;|\t\r\n])(?=(?:(?![\t\r\n])['\s\p{C}"])*[=+\-@＝＋－＠])|^(?='*[\t\r])/gu;

const cell = (text: string): string => `"${text.replace(formula, "$1'").replaceAll('"', '""')}"`;

/**
 * Formats rows as CSV (RFC 4180). Every cell is quoted, and a byte order mark identifies UTF-8. An apostrophe precedes text that
 * a spreadsheet would run as a formula, even one that splits at semicolons, tabs or bars.
 */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
