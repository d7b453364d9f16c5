import type { Instant } from '../core/clock.ts';
/** "Ends 2026-11-22 18:00 UTC": for a text that can't show a time in the reader's time zone. */
export const utc = (at: Instant): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
