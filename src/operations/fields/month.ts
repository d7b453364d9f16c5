import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';

export interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

/** A month as typed: without its year, the latest one of this name, or so many months before this one. */
export type MonthWords = Month | { readonly month: number } | { readonly back: 0 | 1 };

export const monthNames =
  'January February March April May June July August September October November December'.split(' ');

const digits = (month: number): string => String(month).padStart(2, '0');

export const writeMonth = ({ year, month }: Month): string => `${year}-${digits(month)}`;

/** Creates a field for a calendar month: `2026-10`, “october”, “oct 2026” or “last month”. */
export function month(options: FieldOptions): Field<MonthWords> {
  return inAscii({
    hint: 'a month: 2026-10, october or “last month”',
    example: '2026-10',
    required: true,
    ...options,
    read(words) {
      const [, year, number] = /^(\d{4})[-/](\d{1,2})$/.exec(words) ?? [];
      const month = Number(number);
      if (year !== undefined && month >= 1 && month <= 12) return { value: { year: Number(year), month } };
      return (
        named(words.toLowerCase()) ?? { problem: `must be a month like 2026-10 or october, not “${words}”` }
      );
    },
    write: (month) =>
      'back' in month
        ? `${month.back === 0 ? 'this' : 'last'} month`
        : 'year' in month
          ? writeMonth(month)
          : (monthNames[month.month - 1] ?? '').toLowerCase(),
  });
}

/** Reads the name of a month or its first letters, with or without a year behind it. */
function named(words: string): { readonly value: MonthWords } | undefined {
  if (words === 'this month' || words === 'last month')
    return { value: { back: words === 'this month' ? 0 : 1 } };
  const [, name = '', year] = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(words) ?? [];
  const month = monthNames.findIndex((full) => name !== '' && full.toLowerCase().startsWith(name)) + 1;
  if (month === 0) return undefined;
  return { value: year === undefined ? { month } : { year: Number(year), month } };
}
