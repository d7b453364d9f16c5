/* Names and times that are equal in every run. */

/** A duration of milliseconds: "8h", "1d 2h", "6m 2s". */
export function duration(ms: number): string {
  const s = Math.round(Math.abs(ms) / 1000);
  const units = {
    d: Math.floor(s / 86_400),
    h: Math.floor(s / 3600) % 24,
    m: Math.floor(s / 60) % 60,
    s: s % 60,
  };
  const parts = Object.entries(units).flatMap(([unit, count]) => (count > 0 ? [`${count}${unit}`] : []));
  return parts.join(' ') || '0s';
}

/** A time, as seen from `now`: "now", "in 8h", "2m ago". */
export function timeFrom(now: number, at: number): string {
  if (Math.abs(at - now) < 500) return 'now';
  return at > now ? `in ${duration(at - now)}` : `${duration(at - now)} ago`;
}

/** Writes people by first name, channels by name, and ids of the cloud API by the order in which they appear. */
export function renamer(): (text: string) => string {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `‹id ${ids.size + 1}›`;
    ids.set(id, known);
    return known;
  };
  return (text) =>
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '‹uuid›')
      .replace(/\b[0-9a-f]{32}\b/g, idOf)
      .replace(/\bU0([A-Z])([A-Z]*)\b/g, (_, first: string, rest: string) => first + rest.toLowerCase())
      .replace(/\bC0OPS\b/g, '#ops');
}

/** At most `length` characters, with an ellipsis for the rest. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
