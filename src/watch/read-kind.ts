import { resourceId } from '../change/model/resource.ts';
import type { Account, ServerEntry } from '../cloud/index.ts';
import { ifFound } from '../cloud/model/cloud-error.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import { memoize } from '../core/memoize.ts';
import type { Watched, WatchedKind, WatchedResources } from '../drift/watched-state.ts';
import { contentOf } from '../operations/alerts/triggers.ts';
import { crossContent, intraContent } from '../operations/firewall/firewall-state.ts';
import { publicIpContent } from '../operations/public-ips/public-ip.ts';

/** Upper bound for concurrent calls: nobody waits for a watch, which runs every few minutes. */
const atOnce = 2;

/** The resources of one kind that a watch has read. */
export interface KindRead {
  readonly resources: readonly Watched[];
  /** The ids of servers whose contents are unknown now, since the cloud API shows no details of them. */
  readonly unseen: ReadonlySet<string>;
}

/** Reads all resources of a kind in an account. Rejects if any part can't be read, since a partial list allows no conclusions. */
export type ReadKind = (kind: WatchedKind) => Promise<KindRead>;

/** Returns a reader for the kinds of one watch, which share one list of servers. */
export function kindsOf(service: Account): ReadKind {
  const walk = memoize(() => service.servers.allNow());
  return async (kind) => {
    switch (kind) {
      case 'firewall between':
        return inEach(service, async (dc) =>
          (await service.crossFirewall.list(dc)).map((policy) => ({
            subject: { kind, dc, id: policy.id },
            content: crossContent(policy),
          })),
        );
      case 'firewall inside':
        return inEach(service, async (dc) =>
          (await service.firewall.list(dc)).map((policy) => ({
            subject: { kind, dc, id: policy.id },
            content: intraContent(policy),
          })),
        );
      case 'alert policy': {
        const policies = await service.alertPolicies.list();
        return whole(
          policies.map((policy) => ({ subject: { kind, id: policy.id }, content: contentOf(policy) })),
        );
      }
      case 'public address':
        return seen(await walk(), await publicIps(await walk(), service));
      case 'autoscale policy on server':
        return seen(await walk(), await autoscale(await walk(), service));
    }
  };
}

const whole = (resources: readonly Watched[]): KindRead => ({ resources, unseen: new Set() });

const seen = (servers: readonly ServerEntry[], resources: readonly Watched[]): KindRead => ({
  resources,
  unseen: new Set(servers.filter((server) => !isSeen(server)).map(({ id }) => id)),
});

/** Returns whether the cloud API shows a server's contents; it doesn't while one is built, archived or restored. */
const isSeen = ({ status, addresses }: ServerEntry): boolean =>
  status === 'active' && addresses !== undefined;

/** Reads the resources of each data center, at most `atOnce` at a time. */
async function inEach(
  service: Account,
  read: (dataCenter: string) => Promise<readonly Watched[]>,
): Promise<KindRead> {
  const centers = await service.dataCenters.list();
  return whole((await mapConcurrently(centers, ({ id }) => read(id), atOnce)).flat());
}

async function publicIps(servers: readonly ServerEntry[], service: Account): Promise<readonly Watched[]> {
  const named = servers
    .filter(isSeen)
    .flatMap(({ id: server, addresses = [] }) =>
      addresses.flatMap(({ public: address }) => (address === undefined ? [] : [{ server, address }])),
    );
  const read = async ({ server, address }: (typeof named)[number]): Promise<readonly Watched[]> => {
    // It may have been removed since the servers were read.
    const found = await ifFound(service.publicIps.get(server, address));
    if (!found) return [];
    return [{ subject: { kind: 'public address', server, address }, content: publicIpContent(found) }];
  };
  return (await mapConcurrently(named, read, atOnce)).flat();
}

async function autoscale(servers: readonly ServerEntry[], service: Account): Promise<readonly Watched[]> {
  const names = new Map((await service.autoscalePolicies.list()).map(({ id, name }) => [id, name]));
  return servers.filter(isSeen).flatMap(({ id: server, autoscalePolicy: policy }): readonly Watched[] =>
    policy === undefined
      ? []
      : [
          {
            subject: { kind: 'autoscale policy on server', server },
            content: policy,
            label: names.get(policy),
          },
        ],
  );
}

/** Returns the resources by id. For servers that can't be seen, keeps the `known` resources. */
export function resourcesFrom(
  account: string,
  { resources, unseen }: KindRead,
  known: WatchedResources,
): WatchedResources {
  const kept = Object.values(known).filter(({ subject }) => unseen.has(subject.server ?? ''));
  return Object.fromEntries(
    [...kept, ...resources].map((watched) => [resourceId(account, watched.subject), watched]),
  );
}
