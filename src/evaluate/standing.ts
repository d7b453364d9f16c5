import { keysOf } from '../change/model/resource.ts';
import type { Step } from '../change/model/step.ts';
import { covers } from '../network/covers.ts';
import { allPorts, type RuleLists, type Update } from '../network/network-change.ts';
import { portRangeOf } from '../network/port-range.ts';
import type { Snapshot, SnapshotSubject } from '../operation/snapshot.ts';
import { isChanged } from '../operation/state-hash.ts';
import { contentAs } from '../operations/changed/watched-content.ts';
import { noPorts, orAnywhere } from '../operations/public-ips/public-ip.ts';
import { fingerprintOf } from './read-snapshot.ts';

/**
 * How a resource stands to the end of a step:
 * - `as left`: as the step left it, or that can't be told.
 * - `narrowed`: it allows less than the step left. `widened`: it allows more.
 * - `closed`: nothing is left of what the step opened. `gone`: the resource is not there.
 * - `other`: it is another resource of that name, or the end closes no access and somebody changed what it restores.
 */
export type Standing = 'as left' | 'narrowed' | 'widened' | 'closed' | 'gone' | 'other';

/** An end, by its step. */
type Ended = Pick<Step, 'networkChange' | 'undoes' | 'keys'>;
type State = Pick<Snapshot, 'content' | 'unread'>;

/** Returns how the present state of a resource stands to the end of a step. */
export function standingOf(step: Ended, state: State): Standing {
  const { networkChange, undoes } = step;
  const isSame = !isChanged(undoes?.state, fingerprintOf(keysOf(step), state));
  if (!networkChange || !undoes?.left) return isSame ? 'as left' : 'other';
  const { left, identity, subject } = undoes;
  if (state.content === 'gone') return 'gone';
  if (isOther(identity, state)) return 'other';
  const now = listsIn(subject, state.content) ?? left;
  if (networkChange.change === 'updates') return isSame ? 'as left' : ofLists(networkChange, left, now);
  if (isOff(subject, state.content)) return networkChange.change === 'enables' ? 'closed' : 'narrowed';
  if (isMore(now, left, state)) return 'widened';
  return isSame ? 'as left' : 'narrowed';
}

const isOther = (identity: string | undefined, state: State): boolean =>
  identity !== undefined && isChanged(identity, identityOf(state));

/** Returns whether a resource allows more than its step left; what can't be read says nothing. */
const isMore = (now: RuleLists, left: RuleLists, { unread = [] }: State): boolean =>
  unread.length === 0 && !covers(left, now);

/** Returns how lists stand that an end sets to what was `before`. */
function ofLists({ before, sets }: Update, left: RuleLists, now: RuleLists): Standing {
  if (areWithin(sets, now, before)) return 'closed';
  return areWithin(sets, now, left) ? 'narrowed' : 'widened';
}

/** Returns whether a resource allows less than before the step that updated it, so that its end would open something again. */
export function isBelow({ networkChange, undoes }: Ended, { content }: State): boolean {
  const now = undoes && listsIn(undoes.subject, content);
  if (networkChange?.change !== 'updates' || !now) return false;
  const { before, sets } = networkChange;
  return !areWithin(sets, before, now);
}

/** Returns whether each of these lists allows no more than that of the same name in `outer`. */
const areWithin = (names: Update['sets'], inner: RuleLists, outer: RuleLists): boolean =>
  names.every((name) => covers({ ...nowhere, [name]: outer[name] }, { ...nowhere, [name]: inner[name] }));

const nowhere: RuleLists = { sources: [], destinations: [], ports: [] };

/** Returns the access that a policy, while it is enabled, or a public IP allows; undefined for other kinds of resources. */
export function listsIn({ kind }: SnapshotSubject, content: unknown): RuleLists | undefined {
  switch (kind) {
    case 'public address': {
      const { ports, from } = contentAs(kind, content);
      const open = ports.filter((text) => text !== noPorts).map(portRangeOf);
      return { sources: orAnywhere(from), destinations: [], ports: open };
    }
    case 'firewall inside': {
      const { source, destination, ports } = contentAs(kind, content);
      return { sources: source, destinations: destination, ports: ports.map(portRangeOf) };
    }
    case 'firewall between': {
      const { sourceCidr, destinationCidr } = contentAs(kind, content);
      return { sources: [sourceCidr], destinations: [destinationCidr], ports: allPorts };
    }
    default:
      return undefined;
  }
}

const isOff = ({ kind }: SnapshotSubject, content: unknown): boolean =>
  (kind === 'firewall inside' || kind === 'firewall between') && contentAs(kind, content).enabled === false;

/**
 * Returns the hash of what tells a public IP from the next one with its address: its private address. An answer without that tells
 * nothing. A firewall policy has an id that no other gets.
 */
export function identityOf({ content, unread = [] }: State): string {
  const missing = Object.entries(Object(content)).flatMap(([key, value]) => (value === null ? [key] : []));
  return fingerprintOf(['internal'], { content, unread: [...unread, ...missing] });
}
