/** When a step ends by itself: a while after it was applied, or at a time since 1970. Both in milliseconds. JSON. */
export type Ends = { readonly after: number } | { readonly at: number };

/** When a step starts and ends. JSON. */
export interface Timing {
  /** When it may start, in milliseconds since 1970. If undefined: as soon as the change is confirmed or approved. */
  readonly startsAt?: number | undefined;
  /** When its inverse is applied. If undefined: never. */
  readonly ends?: Ends | undefined;
}
