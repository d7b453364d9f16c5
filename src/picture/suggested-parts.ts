import { grouped } from '../core/grouped.ts';
import type { PathEnd, TrafficPath } from './traffic-path.ts';

/** Returns the differences between the requested and the suggested traffic, in words; undefined for equal parts. */
export const differing = (path: TrafficPath, suggested: TrafficPath) => ({
  from: narrowed(path.from, suggested.from),
  to: narrowed(path.to, suggested.to),
  ports: path.ports.join() === suggested.ports.join() ? undefined : suggested.ports,
});

/** Formats a narrower end: "10.0.0.0/24", or "256 addresses" if it has several ranges. */
function narrowed(end: PathEnd, other: PathEnd): string | undefined {
  if (end.ranges.join() === other.ranges.join() && end.addresses === other.addresses) return undefined;
  const [range, ...others] = other.ranges;
  return range !== undefined && others.length === 0 && other.more === 0
    ? range
    : `${grouped(other.addresses)} addresses`;
}
