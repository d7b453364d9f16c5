/** Counts the write units that a table used, by partition key: a partition takes 1,000 a second. Refused writes count nothing. */
export class WriteUnits {
  readonly #used = new Map<string, number>();

  of(pk: string): number {
    return this.#used.get(pk) ?? 0;
  }

  add(pk: unknown, units: number): void {
    this.#used.set(String(pk), this.of(String(pk)) + units);
  }

  clear(): void {
    this.#used.clear();
  }
}
