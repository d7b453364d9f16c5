import { type Change, type CloudStore, timestamp } from '../store/cloud-store.ts';
import type { Job } from '../store/job-status.ts';
import { randomFrom } from '../store/random.ts';
import { seedAccounts } from './seed-accounts.ts';
import { dataCenters } from './seed-data-centers.ts';
import { seedCrossFirewalls, seedLocalFirewalls } from './seed-firewalls.ts';
import { seedGroups } from './seed-groups.ts';
import { seedAlertPolicies, seedAutoscalePolicies } from './seed-policies.ts';
import { seedPublicIps } from './seed-public-ips.ts';
import { seedServers } from './seed-servers.ts';
import { users } from './seed-users.ts';

const monthsOfInvoices = 24;
const byId = <Thing extends { id: string }>(things: readonly Thing[]) =>
  new Map(things.map((thing) => [thing.id, thing]));

/** Creates the initial data: deterministic for a seed and a month. `now` is in milliseconds since the epoch. */
export function seedWorld(seed: number, now: number): CloudStore {
  const random = randomFrom(seed);
  const today = new Date(now);
  const openedAt = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (monthsOfInvoices - 1), 1);
  const changeInfo = changeAt(openedAt);
  const accounts = seedAccounts(random);
  const { groups, groupId } = seedGroups(random, changeInfo);
  const servers = [...accounts.values()].flatMap((account) =>
    seedServers(random, account, groupId, changeInfo),
  );
  const alerts = seedAlertPolicies(random);
  const autoscales = seedAutoscalePolicies(random);

  for (const server of servers) {
    for (const { policy, on } of alerts) if (on.includes(server.id)) server.alertPolicyIds.add(policy.id);
    const autoscale = autoscales.find(({ on }) => on.includes(server.id));
    if (autoscale) server.autoscalePolicyId = autoscale.policy.id;
  }

  const store: CloudStore = {
    seed,
    random,
    openedAt,
    users: users.map((user) => ({ ...user })),
    accounts,
    dataCenters: byId(dataCenters),
    groups,
    servers: byId(servers),
    alertPolicies: byId(alerts.map(({ policy }) => policy)),
    autoscalePolicies: byId(autoscales.map(({ policy }) => policy)),
    localFirewalls: byId(seedLocalFirewalls(random, openedAt)),
    crossFirewalls: byId(seedCrossFirewalls(random, openedAt)),
    jobs: byId([blueprintJob(random.hexId(), random.hexId(), openedAt), plainJob(random.hexId(), openedAt)]),
  };
  seedPublicIps(store);
  return store;
}

function changeAt(at: number): Change {
  const date = timestamp(at);
  return { createdDate: date, createdBy: 'skydesk', modifiedDate: date, modifiedBy: 'skydesk' };
}

/** Creates a finished job of the experimental kind, in either form of its response (docs/cloud-api.md, Jobs). */
function plainJob(id: string, startedAt: number): Job {
  return { id, account: 'ACME', startedAt, notStartedMs: 0, executingMs: 0, outcome: 'succeeded' };
}

function blueprintJob(id: string, network: string, startedAt: number): Job {
  return { ...plainJob(id, startedAt), blueprint: { location: 'CA3', network, userName: 'skydesk' } };
}
