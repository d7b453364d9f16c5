/** A `Date` whose current time is ahead of this machine's by so many milliseconds. */
export function dateAhead(ahead: () => number): DateConstructor;
