/** An option of a select. `value` is the word in a typed command; `label` and `description` are shown. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/** Options for a reference. `more` is true if there are further matches. */
export interface Choices {
  readonly options: readonly Choice[];
  readonly more: boolean;
  /** Why there are no options yet. */
  readonly note?: string;
}
