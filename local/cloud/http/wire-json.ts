declare global {
  interface JSON {
    /** Text that `JSON.stringify` writes unchanged. In Node.js since 21, but not yet in TypeScript's types. */
    rawJSON(text: string): object;
  }
}

/** A number that keeps its decimal point on the wire: 80 is written `80.0`. */
export type Decimal = object;

/** Returns a decimal: thresholds and money are decimals on the wire even if whole (docs/cloud-api.md, Requests and answers). */
export function decimal(value: number): Decimal {
  return JSON.rawJSON(Number.isInteger(value) ? value.toFixed(1) : String(value));
}

/** Converts whole cents to dollars. Sums are made in cents, so totals are exact. */
export function dollars(cents: number): Decimal {
  return decimal(cents / 100);
}
