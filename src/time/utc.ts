import type { Instant } from '../core/clock.ts';
/** Formats a time where the reader's time zone can't be used: "2026-11-22 18:00 UTC". */
export const utc = (at: Instant): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
