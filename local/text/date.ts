import { lookUp } from '../slack/payload/json.ts';
import type { SlackDate } from './inline-types.ts';

const minuteSeconds = 60;
const relativeUnits: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * minuteSeconds],
  ['month', 30 * 24 * 60 * minuteSeconds],
  ['day', 24 * 60 * minuteSeconds],
  ['hour', 60 * minuteSeconds],
  ['minute', minuteSeconds],
  ['second', 1],
];

export interface Reader {
  /** IANA time zone. */
  readonly zone: string;
  /** Milliseconds since the epoch, for "today" and "3 minutes ago". */
  readonly now: number;
}

const maxTime = 8.64e15;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Caches formats: creating one takes about a tenth of a millisecond, and a list of messages needs the same few many times. */
export function dateFormat(
  locale: string,
  zone: string,
  options: Intl.DateTimeFormatOptions = {},
): Intl.DateTimeFormat {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  formats.set(key, known);
  return known;
}

const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a date of Slack's markup (`{date_short} at {time}`) in the reader's zone. */
export function formatDate({ seconds, format, fallback }: SlackDate, { zone, now }: Reader): string {
  const at = seconds * 1000;
  if (!(Math.abs(at) <= maxTime)) return fallback;
  const part = (options: Intl.DateTimeFormatOptions): string => dateFormat('en-US', zone, options).format(at);
  const iso = (time: number): string => dateFormat('en-CA', zone).format(time);
  const pretty = (otherwise: () => string): string => {
    const days = Math.round((Date.parse(iso(at)) - Date.parse(iso(now))) / 86_400_000);
    return { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days] ?? otherwise();
  };
  const long = (): string => {
    const day = Number(part({ day: 'numeric' }));
    return `${part({ month: 'long' })} ${day}${ordinal(day)}, ${part({ year: 'numeric' })}`;
  };
  const short = (): string => part({ month: 'short', day: 'numeric', year: 'numeric' });
  const full = (): string => `${part({ weekday: 'long' })}, ${long()}`;
  const tokens: Record<string, () => string> = {
    date: long,
    date_short: short,
    date_long: full,
    date_pretty: () => pretty(long),
    date_short_pretty: () => pretty(short),
    date_long_pretty: () => pretty(full),
    time: () => part({ hour: 'numeric', minute: '2-digit' }),
    time_secs: () => part({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
    ago: () => ago(seconds - now / 1000),
  };
  return format.replace(/\{(\w+)\}/g, (token, name: string) => lookUp(tokens, name)?.() ?? token);
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function ago(seconds: number): string {
  const [unit, size] = relativeUnits.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return inWords.format(Math.round(seconds / size), unit);
}
