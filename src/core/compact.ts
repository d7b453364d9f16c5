import { grouped } from './grouped.ts';

/** Formats a number: "256", "65,536", "16.8 M", "2.1 B". Never rounds to zero, and has at most seven characters. */
export function compact(whole: number): string {
  if (whole < 1e6) return grouped(whole);
  const [unit, name] = whole < 999_950_000 ? ([1e6, 'M'] as const) : ([1e9, 'B'] as const);
  return `${(whole / unit).toFixed(1).replace('.0', '')} ${name}`;
}
