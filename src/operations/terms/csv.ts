/** Spreadsheets take a cell that begins so for a formula, whatever invisible stands before it. */
const formula = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r]/u;

function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/**
 * Rows as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. Text that a spreadsheet would run
 * as a formula gets an apostrophe in front.
 */
export const csv = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
