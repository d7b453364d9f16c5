/**
 * Where a spreadsheet can see the beginning of a formula: at the beginning of a cell and behind everything that some
 * locale or setting takes for the end of one, whatever invisible or quoted stands between. Tabs and carriage returns at
 * the beginning are dropped by some.
 */
const formula = /(^|[,;|\t\r\n])(?=(?:(?![\t\r\n])[\s\p{C}"])*[=+\-@＝＋－＠])|^(?=[\t\r])/gu;

const cell = (text: string): string => `"${text.replace(formula, "$1'").replaceAll('"', '""')}"`;

/**
 * Rows as CSV (RFC 4180), every cell in quotes, with the mark by which spreadsheets know UTF-8. Text that a spreadsheet
 * would run as a formula, also one that splits at semicolons, tabs or bars, gets an apostrophe in front.
 */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
