import type { CloudStore, CrossFirewall, LocalFirewall } from '../store/cloud-store.ts';
import { firewallStatus } from '../store/firewalls.ts';
import { jobStatus, settleJobs } from '../store/job-status.ts';

/**
 * A copy of what the local cloud holds; jobs that are done by now have made their change. Aliases are in upper case, ids and data
 * centers in lower case.
 */
export function readState(store: CloudStore, now: number) {
  settleJobs(store, now);
  const withStatus = <Policy extends LocalFirewall | CrossFirewall>({ change, ...policy }: Policy) => ({
    ...policy,
    status: firewallStatus({ ...policy, change }, now),
  });
  return structuredClone({
    alertPolicies: [...store.alertPolicies.values()],
    localFirewalls: [...store.localFirewalls.values()].map(withStatus),
    crossFirewalls: [...store.crossFirewalls.values()].map(withStatus),
    jobs: [...store.jobs.values()].map((job) => ({
      id: job.id,
      account: job.account,
      status: jobStatus(job, now),
    })),
    servers: [...store.servers.values()].map((server) => ({
      id: server.id,
      uuid: server.uuid,
      account: server.account,
      status: server.status,
      alertPolicyIds: [...server.alertPolicyIds],
      ...(server.autoscalePolicyId === undefined ? {} : { autoscalePolicyId: server.autoscalePolicyId }),
      internalAddresses: server.internalAddresses,
      publicIps: [...server.publicIps].map(([address, publicIp]) => ({ address, ...publicIp })),
    })),
  });
}

export type State = ReturnType<typeof readState>;
