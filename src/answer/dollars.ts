import { grouped } from '../core/grouped.ts';

/** Formats cents as dollars: "$1,234.50", "-$3.00". */
export function dollars(cents: number): string {
  const whole = Math.floor(Math.abs(cents) / 100);
  const part = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${cents < 0 ? '-' : ''}$${grouped(whole)}.${part}`;
}
