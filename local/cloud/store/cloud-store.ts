import type { Role } from '../access/permissions.ts';
import type { Firewall } from './firewalls.ts';
import type { Job } from './job-status.ts';
import type { Random } from './random.ts';

/** The data of the service. Aliases and locations are in upper case, ids in lower case. */
export interface CloudStore {
  readonly seed: number;
  /** Source of ids and addresses after the seeding, so that these are deterministic as well. */
  readonly random: Random;
  /** Start of the first month with an invoice, in milliseconds since the epoch. */
  readonly openedAt: number;
  readonly users: User[];
  readonly accounts: ReadonlyMap<string, Account>;
  /** By lower-case code, in the order of the list. */
  readonly dataCenters: ReadonlyMap<string, DataCenter>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly servers: ReadonlyMap<string, Server>;
  readonly alertPolicies: Map<string, AlertPolicy>;
  readonly autoscalePolicies: ReadonlyMap<string, AutoscalePolicy>;
  readonly localFirewalls: Map<string, LocalFirewall>;
  readonly crossFirewalls: Map<string, CrossFirewall>;
  readonly jobs: Map<string, Job>;
}

export interface User {
  readonly userName: string;
  password: string;
  readonly roles: readonly Role[];
  readonly accountAlias: string;
  readonly locationAlias: string;
}

/** The peculiarity of a month's invoice: no lines, credits that cancel it, or far more lines than usual. */
type OddMonth = 'empty' | 'credited' | 'burst';

export interface Account {
  readonly alias: string;
  readonly parentAlias: string;
  readonly companyName: string;
  readonly address: {
    readonly line1: string;
    readonly city: string;
    readonly stateProvince: string;
    readonly postalCode: string;
  };
  readonly billingContactEmail: string;
  readonly customFields: readonly CustomField[];
  /** The peculiarities of invoices, by age in months. */
  readonly oddMonths: ReadonlyMap<number, OddMonth>;
}

export interface CustomField {
  readonly id: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: 'text' | 'checkbox' | 'option';
  /** The name is the stored key, the value is the label (docs/cloud-api.md, Custom fields). */
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

export interface DataCenter {
  /** Lower case. */
  readonly id: string;
  readonly name: string;
  /** Whether bare metal servers are offered: yes, none at the moment, or the resource does not exist here. */
  readonly bareMetal: 'offered' | 'none' | 'absent';
}

export interface Change {
  readonly createdDate: string;
  readonly createdBy: string;
  readonly modifiedDate: string;
  readonly modifiedBy: string;
}

export interface Group {
  readonly id: string;
  readonly account: string;
  readonly location: string;
  readonly name: string;
  readonly description?: string;
  readonly type: 'default' | 'archive' | 'templates';
  /** Absent for the root, which is a data center's hardware group. */
  readonly parentId?: string;
  readonly changeInfo: Change;
}

export type ServerStatus =
  | 'active'
  | 'underConstruction'
  | 'archived'
  | 'queuedForDelete'
  | 'queuedForRestore';
export type PowerState = 'started' | 'stopped' | 'paused';

export interface PublicIp {
  readonly internalIPAddress: string;
  readonly ports: readonly { readonly protocol: string; readonly port: number; readonly portTo?: number }[];
  readonly sourceRestrictions: readonly { readonly cidr: string }[];
}

export interface Server {
  /** In lower case; the name is equal in upper case (docs/cloud-api.md, Servers). */
  readonly id: string;
  readonly uuid: string;
  readonly account: string;
  readonly location: string;
  readonly groupId: string;
  readonly description: string;
  readonly isTemplate: boolean;
  readonly os: string;
  readonly osType: string;
  readonly status: ServerStatus;
  readonly powerState: PowerState;
  /** Whether a server in a transitional status still shows its details. */
  readonly hasDetails: boolean;
  readonly cpu: number;
  readonly memoryMB: number;
  readonly storageGB: number;
  /** All internal addresses, in order. Removing a public address does not remove its internal one. */
  readonly internalAddresses: string[];
  /** By public address. */
  readonly publicIps: Map<string, PublicIp>;
  readonly alertPolicyIds: Set<string>;
  autoscalePolicyId?: string;
  readonly customFields: readonly {
    readonly id: string;
    readonly name: string;
    readonly value: string;
    readonly displayValue: string;
  }[];
  readonly changeInfo: Change;
}

export interface AlertPolicy {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly actions: readonly {
    readonly action: 'email';
    readonly settings: { readonly recipients: readonly string[] };
  }[];
  readonly triggers: readonly {
    readonly metric: 'cpu' | 'memory' | 'disk';
    readonly duration: string;
    readonly threshold: number;
  }[];
}

export interface AutoscalePolicy {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly thresholdPeriodMinutes: 5 | 10 | 15 | 30;
  readonly scaleUpIncrement: 1 | 2 | 4;
  readonly range: { readonly max: number; readonly min: number };
  readonly scaleUpThreshold: number;
  readonly scaleDownThreshold: number;
  readonly scaleDownWindow: { readonly start: string; readonly end: string };
}

export type LocalFirewall = Firewall & {
  readonly account: string;
  readonly location: string;
  readonly source: readonly string[];
  readonly destination: readonly string[];
  readonly destinationAccount: string;
  readonly ports: readonly string[];
};

export type CrossFirewall = Firewall & {
  readonly sourceCidr: string;
  readonly sourceAccount: string;
  readonly sourceLocation: string;
  readonly destinationCidr: string;
  readonly destinationAccount: string;
  readonly destinationLocation: string;
};

/** Returns the groups directly inside another, in the order of creation. */
export function childGroups(store: CloudStore, parentId: string): Group[] {
  return [...store.groups.values()].filter((group) => group.parentId === parentId);
}

/** Returns the hardware group of an account in a data center. */
export function rootGroup(store: CloudStore, account: string, location: string): Group | undefined {
  return [...store.groups.values()].find(
    (group) => group.account === account && group.location === location && group.parentId === undefined,
  );
}

export function serversOf(store: CloudStore, account: string): Server[] {
  return [...store.servers.values()].filter((server) => server.account === account);
}

/** Formats a timestamp: whole seconds, in UTC (docs/cloud-api.md, Requests and answers). */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
