import type {
  AlertPolicy,
  CloudStore,
  CrossFirewall,
  LocalFirewall,
  PublicIp,
} from '../store/cloud-store.ts';
import { firewallStatus } from '../store/firewalls.ts';
import { jobStatus, settleJobs } from '../store/job-status.ts';

interface Status {
  readonly status: string;
}

/** The local cloud's state, read-only. Aliases upper case, ids and data centers lower case. */
export interface State {
  readonly alertPolicies: readonly AlertPolicy[];
  readonly localFirewalls: readonly (Omit<LocalFirewall, 'change'> & Status)[];
  readonly crossFirewalls: readonly (Omit<CrossFirewall, 'change'> & Status)[];
  readonly jobs: readonly { readonly id: string; readonly account: string; readonly status: string }[];
  readonly servers: readonly {
    readonly id: string;
    readonly uuid: string;
    readonly account: string;
    readonly status: string;
    readonly alertPolicyIds: readonly string[];
    readonly autoscalePolicyId?: string;
    readonly internalAddresses: readonly string[];
    readonly publicIps: readonly ({ readonly address: string } & PublicIp)[];
  }[];
}

/** A copy; jobs that are done by now have made their change. */
export function readState(store: CloudStore, now: number): State {
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
