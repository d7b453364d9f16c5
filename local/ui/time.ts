import { dateFormat } from '../text/date.ts';

const at = (ts: string): Date => new Date(Number(ts) * 1000);

/** `9:41 AM`, for a message's ts (seconds since 1970) in a person's time zone. */
export const clockOf = (ts: string, tz: string): string =>
  dateFormat('en-US', tz, { hour: 'numeric', minute: '2-digit' }).format(at(ts));

/** `Saturday, November 21`. */
export const dayOf = (ts: string, tz: string): string =>
  dateFormat('en-US', tz, { weekday: 'long', month: 'long', day: 'numeric' }).format(at(ts));

/** `November 21 at 9:41:07 AM`, for a tooltip. */
export const momentOf = (ts: string, tz: string): string =>
  dateFormat('en-US', tz, { dateStyle: 'long', timeStyle: 'medium' }).format(at(ts));
