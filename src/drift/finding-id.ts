import type { Instant } from '../core/clock.ts';
import type { FindingSet } from './findings.ts';
import { type WatchedKind, watchedKinds } from './watched-state.ts';

/** The parts of a finding's id: its kind, the time of its snapshot, and its index in the set. */
interface NamedFinding {
  readonly kind: WatchedKind;
  readonly to: Instant;
  readonly index: number;
}

/** Returns the id of a finding within its account, short enough to be typed: "mi5x3k2w-1-0". */
export const findingId = ({ kind, to }: Pick<FindingSet, 'kind' | 'to'>, index: number): string =>
  [to.toString(36), watchedKinds.indexOf(kind), index].join('-');

/** Reads an id from `findingId`; undefined for anything else. */
export function readFindingId(id: string): NamedFinding | undefined {
  const [, to = '', kindAt = '', index = ''] = /^([0-9a-z]{8})-(\d)-(\d{1,3})$/.exec(id.toLowerCase()) ?? [];
  const kind = watchedKinds[Number(kindAt)];
  return to === '' || !kind ? undefined : { kind, to: Number.parseInt(to, 36), index: Number(index) };
}
