import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { type DataCenter, type dataCenters, rootGroup } from './data-centers.ts';
import type { Group, groups } from './groups.ts';
import { CloudApiError } from './model/cloud-error.ts';
import { lastSegment } from './model/link.ts';
import { type Partly, unreadIn } from './model/partly.ts';
import type { IpAddress } from './servers.ts';

/** A server in the group tree. `id` and `dataCenter` in lower case, `name` in upper case; `group` is the path from the root group. */
export interface ServerEntry extends Partly {
  readonly id: string;
  readonly name: string;
  readonly dataCenter: string;
  readonly group: readonly string[];
  readonly status?: string;
  readonly powerState?: string;
  /** The ids of its alert policies; undefined for a server that doesn't show them. */
  readonly alertPolicies?: readonly string[];
  /** The id of its autoscale policy; undefined for a server without one, and for one that shows no details. */
  readonly autoscalePolicy?: string;
  /** All its addresses; undefined for a server that shows none. */
  readonly addresses?: readonly IpAddress[];
}

/** Finds servers by walking data centers and their group trees, since the API has no search (docs/cloud-api.md, Groups). */
export function serverWalk(centers: ReturnType<typeof dataCenters>, tree: ReturnType<typeof groups>) {
  async function under(center: DataCenter): Promise<ServerEntry[]> {
    const root = rootGroup(center);
    if (!root) {
      refuseGaps(center, 'links');
      return [];
    }
    const group = await tree.get(root.id ?? lastSegment(root.path), { detailed: true });
    return entriesOf(group, center.id.toLowerCase());
  }
  const inDataCenter = async (code: string) => under(await centers.get(code, { groupLinks: true }));

  return {
    inDataCenter,
    /** Reads all servers. Rejects if any data center fails, since an incomplete list would mislead. */
    async all(): Promise<ServerEntry[]> {
      const found = await centers.list({ groupLinks: true });
      const lists = await mapConcurrently(
        found,
        (center) => (rootGroup(center) ? under(center) : inDataCenter(center.id)),
        maxConcurrency.reads,
      );
      return lists.flat();
    },
  };
}

/** Throws if a part of something is missing that may lead to servers: a list with gaps would mislead. */
function refuseGaps(read: Partly, ...fields: readonly string[]): void {
  const problems = unreadIn(read, ...fields).map((field) => ({ field, message: 'can’t be read' }));
  if (problems.length > 0)
    throw new CloudApiError('unexpected-answer', { method: 'GET', path: 'groups' }, { problems });
}

/**
 * Returns all servers of a group and its subgroups, from links and from records (docs/cloud-api.md, Groups). `above` is the path to
 * the group.
 */
function entriesOf(group: Group, dataCenter: string, above: readonly string[] = []): ServerEntry[] {
  const path = [...above, group.name];
  // Servers are links only if there are no records.
  refuseGaps(group, 'servers', 'groups', ...(group.servers ? [] : ['links']));
  const detailed = (group.servers ?? []).map(({ id, status, details, unread }) => ({
    ...named(id, dataCenter, path),
    status,
    ...(unread && { unread }),
    ...(details?.powerState !== undefined && { powerState: details.powerState }),
    ...(details && {
      ...(details.alertPolicies && { alertPolicies: details.alertPolicies.map((policy) => policy.id) }),
      ...(details.cpuAutoscalePolicy && { autoscalePolicy: details.cpuAutoscalePolicy.id }),
      ...(details.ipAddresses && { addresses: [...details.ipAddresses, ...details.secondaryIPAddresses] }),
    }),
  }));
  const linked = group.links
    .filter(({ rel }) => rel === 'server')
    .map(({ id, path: to }) => named(id ?? lastSegment(to), dataCenter, path))
    .filter(({ id }) => !detailed.some((known) => known.id === id));
  return [...detailed, ...linked, ...group.groups.flatMap((child) => entriesOf(child, dataCenter, path))];
}

function named(id: string, dataCenter: string, group: readonly string[]): ServerEntry {
  return { id: id.toLowerCase(), name: id.toUpperCase(), dataCenter, group };
}
