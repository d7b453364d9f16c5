import { type DataCenter, type dataCenters, rootGroup } from './data-centers.ts';
import type { Group, groups } from './groups.ts';
import { lastSegment } from './model/link.ts';

/** A server as the group tree shows it: `id` and `dataCenter` in lower case, `name` in upper, `group` from the root down. */
export interface ServerEntry {
  id: string;
  name: string;
  dataCenter: string;
  group: string[];
  status?: string;
  powerState?: string;
}

const atOnce = 4;

/** Finds server ids, which people do not know, by walking data centers and their group trees (service-facts §3). */
export function serverWalk(centers: ReturnType<typeof dataCenters>, tree: ReturnType<typeof groups>) {
  async function under(center: DataCenter): Promise<ServerEntry[]> {
    const root = rootGroup(center);
    if (!root) return [];
    const group = await tree.get(root.id ?? lastSegment(root.path), { detailed: true });
    return entriesOf(group, center.id.toLowerCase());
  }
  const inDataCenter = async (code: string) => under(await centers.get(code, { groupLinks: true }));

  return {
    inDataCenter,
    /** Fails as a whole when one data center does: a list with silent gaps would be untrue. */
    async all(): Promise<ServerEntry[]> {
      const found = await centers.list({ groupLinks: true });
      return (await inTurns(found, (each) => (rootGroup(each) ? under(each) : inDataCenter(each.id)))).flat();
    },
  };
}

/** Every server of a group and its subgroups, whichever way the service listed it (service-facts T13, T14). */
export function entriesOf(group: Group, dataCenter: string, above: string[] = []): ServerEntry[] {
  const path = [...above, group.name];
  const detailed = (group.servers ?? []).map(({ id, status, details }) => ({
    ...named(id, dataCenter, path),
    status,
    ...(details?.powerState !== undefined && { powerState: details.powerState }),
  }));
  const linked = group.links
    .filter(({ rel }) => rel === 'server')
    .map(({ id, path: to }) => named(id ?? lastSegment(to), dataCenter, path))
    .filter(({ id }) => !detailed.some((known) => known.id === id));
  return [...detailed, ...linked, ...group.groups.flatMap((each) => entriesOf(each, dataCenter, path))];
}

function named(id: string, dataCenter: string, group: string[]): ServerEntry {
  return { id: id.toLowerCase(), name: id.toUpperCase(), dataCenter, group };
}

/** Maps in order, with a few at once, so that a dozen data centers neither queue up nor storm the service. */
async function inTurns<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [at, item] of queue) results[at] = await work(item);
    }),
  );
  return results;
}
