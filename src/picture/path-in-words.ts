import { grouped } from '../core/grouped.ts';
import { roundedDuration } from '../time/duration.ts';
import type { PathEnd, TrafficPath } from './traffic-path.ts';

/**
 * Formats the number of addresses of an end: "256 addresses"; undefined for an end that is only a name. `format` formats the number: in
 * full, unless there is no room for that.
 */
export function sizeInWords({ addresses }: PathEnd, format = grouped): string | undefined {
  if (addresses === 0) return undefined;
  if (addresses === 2 ** 32) return 'every address';
  return `${format(addresses)} ${addresses === 1 ? 'address' : 'addresses'}`;
}

/** Formats how long the traffic is allowed: "for 2 h", "no end". */
export const durationInWords = ({ durationMs }: TrafficPath): string =>
  durationMs === undefined ? 'no end' : `for ${roundedDuration(durationMs)}`;
