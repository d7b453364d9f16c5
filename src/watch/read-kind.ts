import { resourceId } from '../change/model/resource.ts';
import type { Account, ServerEntry } from '../cloud/index.ts';
import { ifFound } from '../cloud/model/cloud-error.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import { memoize } from '../core/memoize.ts';
import type { Watched, WatchedKind, WatchedResources } from '../drift/watched-state.ts';
import { contentOf } from '../operations/alerts/triggers.ts';
import { crossContent, intraContent } from '../operations/firewall/firewall-state.ts';
import { publicIpContent } from '../operations/public-ips/public-ip.ts';

/** At most so many calls at once: nobody waits for a watch, and it comes every few minutes. */
const atOnce = 2;

/** What a watch has read of one kind. */
export interface KindRead {
  readonly resources: readonly Watched[];
  /** The servers, by id, of which nothing is known now, since the cloud API shows no details of them. */
  readonly unseen: ReadonlySet<string>;
}

/** Reads all resources of a kind in an account. Rejects if any of it can’t be read: nothing is concluded from half a list. */
export type ReadKind = (kind: WatchedKind) => Promise<KindRead>;

/** Reads the kinds of one watch, which share a walk through the servers. */
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

/** Whether the cloud API shows what a server has: one that is built, archived or restored shows less. */
const isSeen = ({ status, addresses }: ServerEntry): boolean =>
  status === 'active' && addresses !== undefined;

/** The resources of each data center, one after the other. */
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
    // It can have been removed since the servers were read.
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

/** What was read, by id. Of a server that isn’t seen, what is `known` of it stays. */
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
