/** A point in time: milliseconds since 1970, as `Date.now()` gives it. */
export type Instant = number;

/** A duration in milliseconds. */
export type Millis = number;

/** What time it is. */
export type Clock = () => Instant;
