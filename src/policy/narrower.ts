import type { Exposure, Place } from '../core/network-change.ts';
import { covers } from './coverage.ts';

const samePlace = (one: Place, other: Place): boolean => spot(one) === spot(other);

const spot = (place: Place): string =>
  [place.kind, place.kind === 'public' ? place.server : place.dataCenter].join(' ').toLowerCase();

/** Whether a change opens nothing that another does not open as well. Of existing rules nothing is known. */
export function isNoWider(proposed: Exposure, asked: Exposure): boolean {
  if ('rule' in proposed.way || 'rule' in asked.way) return false;
  return (
    proposed.change === asked.change &&
    samePlace(proposed.place, asked.place) &&
    proposed.way.to === asked.way.to &&
    covers(asked.way, proposed.way)
  );
}

/** Whether a change opens less than another, and nothing besides: what an approver may propose instead. */
export const isNarrower = (proposed: Exposure, asked: Exposure): boolean =>
  isNoWider(proposed, asked) && !isNoWider(asked, proposed);
