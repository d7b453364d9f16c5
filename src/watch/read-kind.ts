import { resourceId } from '../change/model/resource.ts';
import type { Account, ServerEntry } from '../cloud/index.ts';
import { mayHideDetails } from '../cloud/model/all-addresses.ts';
import { ifFound, isCloudApiError } from '../cloud/model/cloud-error.ts';
import { isUnread, type Partly, unreadIn } from '../cloud/model/partly.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import { memoize } from '../core/memoize.ts';
import { unknown } from '../core/unknown-text.ts';
import type {
  Reading,
  UnreadResource,
  Watched,
  WatchedKind,
  WatchedResources,
} from '../drift/watched-state.ts';
import { unreadSettings } from '../operations/alerts/alert-draft.ts';
import { contentOf } from '../operations/alerts/triggers.ts';
import { crossContent, intraContent, unreadKeys } from '../operations/firewall/firewall-state.ts';
import { publicIpContent } from '../operations/public-ips/public-ip.ts';
import { mayBe } from './unread-resources.ts';

/** Upper bound for concurrent calls: nobody waits for a watch, which runs every few minutes. */
const atOnce = 2;

/** The resources of one kind that a watch has read. */
export interface KindRead {
  readonly resources: readonly Watched[];
  /** Those that it couldn't read, or not all of them: their contents are unknown now. */
  readonly unread: readonly UnreadResource[];
  /** The ids of servers whose contents are unknown now, since the cloud API shows no details of them. */
  readonly unseen: ReadonlySet<string>;
  /** How far it is, if the time ended before all was read: the last resource that was read, and the number of those that are left. */
  readonly rest?: Pick<Reading, 'upTo' | 'left'> | undefined;
}

/** The bounds of a reading. */
interface Bounds {
  /** The last resource that an earlier job has read (`Reading`); undefined to begin with the first. */
  readonly after?: string | undefined;
  /** Returns whether there is time to read another resource. At least one is read. */
  hasTime(): boolean;
}

/**
 * Reads the resources of a kind in an account: all of them or, of public IPs, which take a call each, as many as there is time for. Rejects
 * if the cloud API fails: a list with gaps allows no conclusions.
 */
export type ReadKind = (kind: WatchedKind, bounds: Bounds) => Promise<KindRead>;

/** A resource as it was read: with its content, or what couldn't be read of it. */
type Read = Watched | UnreadResource;

/** Returns a reader for the kinds of one watch, which share one list of servers. */
export function kindsOf(service: Account): ReadKind {
  const walk = memoize(() => service.servers.allNow());
  return async (kind, bounds) => {
    switch (kind) {
      case 'firewall between':
        return inEach(kind, service, async (dc) =>
          (await service.crossFirewall.list(dc)).map((policy) =>
            readOf({ kind, dc, id: policy.id }, policy, crossContent(policy)),
          ),
        );
      case 'firewall inside':
        return inEach(kind, service, async (dc) =>
          (await service.firewall.list(dc)).map((policy) =>
            readOf({ kind, dc, id: policy.id }, policy, intraContent(policy)),
          ),
        );
      case 'alert policy':
        return whole(
          (await service.alertPolicies.list()).map((policy) =>
            readOf({ kind, id: policy.id }, policy, contentOf(policy), unreadSettings(policy)),
          ),
        );
      case 'public address':
        return publicIps(await walk(), service, bounds);
      case 'autoscale policy on server':
        return seen(await walk(), await autoscale(await walk(), service));
    }
  };
}

/** Returns a resource with its content if that could be read. An id that can't be read identifies nothing. */
function readOf(
  { id, ...place }: Watched['subject'],
  read: Partly & { readonly enabled?: boolean | undefined },
  content: object,
  keys: readonly string[] = unreadKeys(read, content),
): Read {
  const parts = isUnread(read, 'id') ? (read.unread ?? []) : keys;
  if (parts.length === 0) return { subject: { ...place, id: id ?? '' }, content };
  return { subject: isUnread(read, 'id') ? place : { ...place, id: id ?? '' }, parts };
}

const whole = (read: readonly Read[]): KindRead => ({
  resources: read.flatMap((one) => ('content' in one ? [one] : [])),
  unread: read.flatMap((one) => ('parts' in one ? [one] : [])),
  unseen: new Set(),
});

const seen = (servers: readonly ServerEntry[], read: readonly Read[]): KindRead => ({
  ...whole(read),
  unseen: new Set(servers.filter((server) => !isSeen(server)).map(({ id }) => id)),
});

/** Returns whether the cloud API shows a server's contents; it need not while one is built, archived or restored. */
const isSeen = ({ id, status, addresses }: ServerEntry): boolean =>
  id !== unknown && !mayHideDetails(status) && addresses !== undefined;

/** Reads the resources of each data center, at most `atOnce` at a time. */
async function inEach(
  kind: WatchedKind,
  service: Account,
  read: (dataCenter: string) => Promise<readonly Read[]>,
): Promise<KindRead> {
  const centers = await service.dataCenters.list();
  const readable = centers.filter(({ id }) => id !== unknown);
  const found = await mapConcurrently(
    readable,
    ({ id: dc }) => orUnread({ kind, dc }, () => read(dc)),
    atOnce,
  );
  const others = readable.length < centers.length ? [{ subject: { kind }, parts: ['id'] }] : [];
  return whole([...found.flat(), ...others]);
}

/** Resolves to what was read; to an unread resource if the cloud API sent a response that can't be read at all. */
async function orUnread(
  subject: Watched['subject'],
  read: () => Promise<readonly Read[]>,
): Promise<readonly Read[]> {
  try {
    return await read();
  } catch (error) {
    if (!isCloudApiError(error, 'unexpected-answer')) throw error;
    return [{ subject, parts: error.problems.map(({ field }) => field).filter(Boolean) }];
  }
}

/** Reads the public IPs in the order of their servers' ids and addresses, so that another job can go on where this one ends. */
async function publicIps(
  servers: readonly ServerEntry[],
  service: Account,
  { after = '', hasTime }: Bounds,
): Promise<KindRead> {
  const kind = 'public address';
  const named = servers
    .filter(isSeen)
    .flatMap(({ id: server, addresses = [] }) =>
      addresses.flatMap(({ public: address }) =>
        address === undefined ? [] : [{ server, address, place: `${server} ${address}` }],
      ),
    )
    .filter(({ place }) => place > after)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
  const read = ({ server, address }: (typeof named)[number]): Promise<readonly Read[]> =>
    orUnread({ kind, server, address }, async () => {
      // It may have been removed since the servers were read.
      const found = await ifFound(service.publicIps.get(server, address));
      if (!found) return [];
      const parts = unreadIn(found, 'internalIPAddress', 'ports', 'sourceRestrictions');
      const subject = { kind, server, address } as const;
      return [parts.length > 0 ? { subject, parts } : { subject, content: publicIpContent(found) }];
    });
  const found = await inTime(named, read, hasTime);
  const [last, left] = [named[found.length - 1], named.length - found.length];
  if (last && left > 0) return { ...whole(found.flat()), rest: { upTo: last.place, left } };
  return seen(servers, [...found.flat(), ...unreadOn(servers, kind, 'details.ipAddresses')]);
}

/** Reads one item after the other, at most `atOnce` at a time, while there is time. Resolves to what was read of the first ones, one at least. */
async function inTime<Item, Output>(
  items: readonly Item[],
  read: (item: Item) => Promise<Output>,
  hasTime: () => boolean,
): Promise<readonly Output[]> {
  let begun = 0;
  let isOver = false;
  const found = await mapConcurrently(
    items,
    async (item) => {
      isOver ||= begun > 0 && !hasTime();
      begun += 1;
      return isOver ? [] : [await read(item)];
    },
    atOnce,
  );
  return found.flat();
}

/** Returns the servers of which a part can't be read, or is left out, that says what they have. One without an id may be any. */
const unreadOn = (
  servers: readonly ServerEntry[],
  kind: WatchedKind,
  field: string,
): readonly UnreadResource[] =>
  servers.flatMap((server): readonly UnreadResource[] => {
    if (server.id === unknown) return [{ subject: { kind }, parts: ['id'] }];
    const isLeftOut = server.addresses === undefined && !mayHideDetails(server.status);
    const parts = isLeftOut ? [field] : unreadIn(server, field);
    return parts.length > 0 ? [{ subject: { kind, server: server.id }, parts }] : [];
  });

async function autoscale(servers: readonly ServerEntry[], service: Account): Promise<readonly Read[]> {
  const kind = 'autoscale policy on server';
  const names = new Map((await service.autoscalePolicies.list()).map(({ id, name }) => [id, name]));
  const unread = unreadOn(servers, kind, 'details.cpuAutoscalePolicy.id');
  const isRead = ({ id }: ServerEntry): boolean => unread.every(({ subject: { server } }) => server !== id);
  const found = servers.filter((server) => isSeen(server) && isRead(server));
  return [
    ...found.flatMap(({ id: server, autoscalePolicy: policy }): readonly Watched[] =>
      policy === undefined ? [] : [{ subject: { kind, server }, content: policy, label: names.get(policy) }],
    ),
    ...unread,
  ];
}

/** Returns the resources by id. Keeps the `known` ones that the watch couldn't see, or couldn't read. */
export function resourcesFrom(
  account: string,
  { resources, unread, unseen }: KindRead,
  known: WatchedResources,
): WatchedResources {
  const kept = Object.values(known).filter(
    ({ subject }) => unseen.has(subject.server ?? '') || unread.some((one) => mayBe(one, subject)),
  );
  return Object.fromEntries(
    [...kept, ...resources].map((watched) => [resourceId(account, watched.subject), watched]),
  );
}
