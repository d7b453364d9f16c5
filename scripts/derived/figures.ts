/** Returns the quantile `part` of the numbers: 0.5 for the median. */
export function quantile(of: readonly number[], part: number): number {
  const sorted = of.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const medianOf = (of: readonly number[]): number => quantile(of, 0.5);

/** Formats a number: `12.3`, `1,234`. */
export const figure = (number: number): string =>
  number.toLocaleString('en-US', { maximumFractionDigits: Math.abs(number) < 100 ? 1 : 0 });

/** Formats a ratio: `0.25 ×`. */
export const ratio = (first: number, second: number): string => `${(first / second).toFixed(2)} ×`;

/** Writes a table in Markdown. The columns after the first `texts` contain numbers, aligned to the right. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[], texts = 1): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, at) => (at < texts ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}
