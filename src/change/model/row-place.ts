/** Where a row of the list of what stands open lies. JSON. */
export interface RowPlace {
  /** Aliases of the accounts that the traffic touches, in upper case. Each lists the row. */
  readonly accounts: readonly string[];
  /** Its key there: the resource that is open, then the step by which it stands. */
  readonly key: string;
}
