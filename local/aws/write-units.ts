/**
 * Counts the write units that a table used, by partition key: a partition takes 1,000 a second. Writes whose condition failed
 * count too, as AWS bills them; those that are refused whatever the table holds don't.
 */
export class WriteUnits {
  readonly #used = new Map<string, number>();

  of(pk: string): number {
    return this.#used.get(pk) ?? 0;
  }

  get total(): number {
    return this.#used.values().reduce((sum, units) => sum + units, 0);
  }

  add(pk: unknown, units: number): void {
    this.#used.set(String(pk), this.of(String(pk)) + units);
  }

  clear(): void {
    this.#used.clear();
  }
}
