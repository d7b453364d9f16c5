import { bold, type Inline } from '../../answer/answer.ts';
import type { OpenRow } from '../../change/model/open-row.ts';
import type { Server } from '../../cloud/index.ts';
import { addressesOf, parseCidr } from '../../network/cidr.ts';
import { meets } from '../../network/ranges.ts';
import { addressesOf as addressesOfServer } from '../servers/addresses-of-server.ts';

/** Which rows are wanted: on a server, of a person, without an end. */
export interface Wanted {
  readonly on: Server | undefined;
  /** Slack user id. */
  readonly who: string | undefined;
  readonly end: 'none' | undefined;
}

/** Returns whether a row is wanted. One whose traffic isn't known is on every server. */
export const isWanted = (row: OpenRow, { on, who, end }: Wanted): boolean =>
  (who === undefined || row.requester === who) &&
  (end === undefined || row.endsAt === undefined) &&
  (on === undefined || touches(row, on));

/** Returns whether a row is about a server: its public IP, or a range that has one of its addresses. */
function touches({ opened: { scope, traffic } }: OpenRow, { id, name, details }: Server): boolean {
  if (scope.kind === 'public') return [id, name.toLowerCase()].includes(scope.server.toLowerCase());
  if ('rule' in traffic || !details) return true;
  const own = addressesOf(addressesOfServer(details, 'internal').map((address) => `${address}/32`));
  const ranges = [...traffic.sources, ...traffic.destinations];
  // Nobody knows what a range means that can't be read.
  return ranges.some((range) => !parseCidr(range)) || meets(addressesOf(ranges), own);
}

/** Says how many rows close by themselves, and how many have no end. */
export function howMany(rows: readonly OpenRow[]): readonly Inline[] {
  const timed = rows.filter(({ endsAt }) => endsAt !== undefined).length;
  const endless = rows.length - timed;
  const parts: readonly Inline[] = [
    ...(timed > 0 ? [timed === 1 ? '1 closes by itself' : `${timed} close by themselves`] : []),
    ...(endless > 0 ? [bold(endless === 1 ? '1 has no end' : `${endless} have no end`)] : []),
  ];
  return parts.flatMap((part, at) => (at > 0 ? [' · ', part] : [part]));
}

/** The order of a list: what may stand otherwise than planned, then what closes by itself, soonest first, then the riskiest, oldest first. */
export function byUrgency(one: OpenRow, other: OpenRow): number {
  const [first, second] = [rankOf(one), rankOf(other)];
  if (first !== second) return first - second;
  const [at, otherAt] = [one.endsAt ?? one.since, other.endsAt ?? other.since];
  return (first === 2 ? other.risk - one.risk : 0) || at - otherAt || one.id.localeCompare(other.id);
}

const rankOf = ({ doubt, endsAt }: OpenRow): number => (doubt ? 0 : endsAt === undefined ? 2 : 1);
