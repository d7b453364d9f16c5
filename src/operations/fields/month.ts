import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';

export interface Month {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
}

export const writeMonth = ({ year, month }: Month): string => `${year}-${String(month).padStart(2, '0')}`;

/** Creates a field for a calendar month: `2026-10`. */
export function month(options: FieldOptions): Field<Month> {
  return inAscii({
    hint: 'a month as YYYY-MM',
    example: '2026-10',
    required: true,
    ...options,
    read(words) {
      const match = /^(\d{4})[-/](\d{1,2})$/.exec(words);
      const value = { year: Number(match?.[1]), month: Number(match?.[2]) };
      return match && value.month >= 1 && value.month <= 12
        ? { value }
        : { problem: `must be a month like 2026-10, not “${words}”` };
    },
    write: writeMonth,
  });
}
