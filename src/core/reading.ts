/** Result of parsing a value: the value, or a problem as a phrase for the person who typed it, with the suggested value. */
export type Reading<Value> =
  | { readonly value: Value }
  | { readonly problem: string; readonly closest?: string | undefined };
