const at = (ts: string): Date => new Date(Number(ts) * 1000);

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are dear to make, and a list of messages needs the same few over and over. */
function format(tz: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tz} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone: tz, ...options });
  formats.set(key, known);
  return known;
}

/** `9:41 AM`, for a message's ts (seconds since 1970) in somebody's time zone. */
export const clockOf = (ts: string, tz: string): string =>
  format(tz, { hour: 'numeric', minute: '2-digit' }).format(at(ts));

/** `Saturday, November 21`. */
export const dayOf = (ts: string, tz: string): string =>
  format(tz, { weekday: 'long', month: 'long', day: 'numeric' }).format(at(ts));

/** `November 21 at 9:41:07 AM`, for a tooltip. */
export const momentOf = (ts: string, tz: string): string =>
  format(tz, { dateStyle: 'long', timeStyle: 'medium' }).format(at(ts));
