declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes as it is; in every Node.js since 21, not yet in TypeScript's own types. */
    rawJSON(text: string): object;
  }
}

/** A number that keeps its decimal point on the wire: 80 is written `80.0`. */
export type Decimal = object;

/** Thresholds and money are decimals on the wire even when whole (service-facts 4, T6). */
export function decimal(value: number): Decimal {
  return JSON.rawJSON(Number.isInteger(value) ? value.toFixed(1) : String(value));
}

/** Dollars from whole cents; sums are made in cents, so totals are exact. */
export function dollars(cents: number): Decimal {
  return decimal(cents / 100);
}
