import { grouped } from '../core/grouped.ts';
import type { PathEnd, TrafficPath } from './traffic-path.ts';

/** What differs between what a request opens and what was suggested instead, in words; undefined for what is as it was. */
export const differing = (path: TrafficPath, suggested: TrafficPath) => ({
  from: narrowed(path.from, suggested.from),
  to: narrowed(path.to, suggested.to),
  ports: path.ports.join() === suggested.ports.join() ? undefined : suggested.ports,
});

/** "10.0.0.0/24", or "256 addresses" where it has several ranges. */
function narrowed(end: PathEnd, other: PathEnd): string | undefined {
  if (end.ranges.join() === other.ranges.join() && end.addresses === other.addresses) return undefined;
  const [range, ...others] = other.ranges;
  return range !== undefined && others.length === 0 && other.more === 0
    ? range
    : `${grouped(other.addresses)} addresses`;
}
