import type { Exposure, Place, Way } from '../core/exposure.ts';
import { covered, parseCidr, rangesOf } from './cidr.ts';
import { includesPorts } from './services.ts';

/** Whether all of `inner` lies within `outer`; what is no range (a server's name) has to be the same. */
function within(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((text) => {
    const range = parseCidr(text);
    return range ? covered(range, rangesOf(outer)) : outer.includes(text);
  });
}

const isWithin = (inner: Way, outer: Way): boolean =>
  within(inner.sources, outer.sources) &&
  within(inner.destinations, outer.destinations) &&
  inner.to === outer.to &&
  inner.ports.every((some) => outer.ports.some((one) => includesPorts(one, some)));

const samePlace = (one: Place, other: Place): boolean => spot(one) === spot(other);

const spot = (place: Place): string =>
  [place.kind, place.kind === 'public' ? place.server : place.dataCenter].join(' ').toLowerCase();

/** Whether a change opens nothing that another does not open as well. Of existing rules nothing is known. */
export function isNoWider(proposed: Exposure, asked: Exposure): boolean {
  if ('rule' in proposed.way || 'rule' in asked.way) return false;
  return (
    proposed.change === asked.change &&
    samePlace(proposed.place, asked.place) &&
    isWithin(proposed.way, asked.way)
  );
}

/** Whether a change opens less than another, and nothing besides: what an approver may propose instead. */
export const isNarrower = (proposed: Exposure, asked: Exposure): boolean =>
  isNoWider(proposed, asked) && !isNoWider(asked, proposed);
