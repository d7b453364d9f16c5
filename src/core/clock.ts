/** A point in time: milliseconds since 1970, as `Date.now()` gives it. */
export type Instant = number;

export type Millis = number;

export type Clock = () => Instant;
