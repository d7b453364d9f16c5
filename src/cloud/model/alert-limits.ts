/*
 * Values that are allowed in a trigger (interface.md §2.3, §8). Not part of the zod schemas, so that the receiver, which
 * validates commands, need not load zod.
 */

/** Metrics that a trigger can watch. */
export const alertMetrics = ['cpu', 'memory', 'disk'] as const;
/** Durations of a trigger, as HH:MM:SS. */
export const alertDurations = ['00:05:00', '00:10:00', '00:15:00'] as const;
/** In percent. */
export const alertThreshold = { min: 5, max: 95, step: 5 } as const;
