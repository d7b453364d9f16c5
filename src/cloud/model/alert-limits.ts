/**
 * The values that interface.md §2.3 and §8 allow in a trigger; threshold in percent. Apart from the schemas, so that
 * whoever reads a line need not load them.
 */
export const alertMetrics = ['cpu', 'memory', 'disk'] as const;
export const alertDurations = ['00:05:00', '00:10:00', '00:15:00'] as const;
export const alertThreshold = { min: 5, max: 95, step: 5 } as const;
