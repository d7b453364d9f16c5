/** A point in time: milliseconds since 1970, like `Date.now()`. */
export type Instant = number;

export type Millis = number;

export const minute: Millis = 60_000;
export const hour: Millis = 60 * minute;
export const day: Millis = 24 * hour;

export type Clock = () => Instant;
