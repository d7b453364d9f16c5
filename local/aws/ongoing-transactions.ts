/** Names the items that transactions in progress write, by their keys as text. AWS refuses whatever else writes one of them. */
export class OngoingTransactions {
  readonly #keys = new Set<string>();
  /** Off: nothing is refused, as if each call waited for its turn. */
  refuses = false;

  /** Returns which of these items a transaction in progress writes; undefined if none. */
  conflictsOf(keys: readonly string[]): readonly boolean[] | undefined {
    const conflicts = keys.map((key) => this.refuses && this.#keys.has(key));
    return conflicts.includes(true) ? conflicts : undefined;
  }

  /** Performs a transaction, none of whose items another one writes. */
  async during<Result>(keys: readonly string[], perform: () => Promise<Result>): Promise<Result> {
    for (const key of keys) this.#keys.add(key);
    try {
      return await perform();
    } finally {
      for (const key of keys) this.#keys.delete(key);
    }
  }
}
