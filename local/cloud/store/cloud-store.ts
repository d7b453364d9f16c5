import type { Role } from '../access/permissions.ts';
import type { Firewall } from './firewalls.ts';
import type { Job } from './job-status.ts';
import type { Random } from './random.ts';

/** Everything the service knows. Aliases and locations are kept in upper case, ids in lower case. */
export interface CloudStore {
  readonly seed: number;
  /** Ids and addresses given out after the seeding come from here, so they repeat as well. */
  readonly random: Random;
  /** First instant of the first month with an invoice, milliseconds since the epoch. */
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

/** What is unusual about a month's invoice: no lines, credits that cancel it, or far more lines than usual. */
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
  /** The oddities of an invoice, by its age in months. */
  readonly oddMonths: ReadonlyMap<number, OddMonth>;
}

export interface CustomField {
  readonly id: string;
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: 'text' | 'checkbox' | 'option';
  /** The name is the stored key, the value is the label (service-facts 1.6). */
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

export interface DataCenter {
  /** Lower case. */
  readonly id: string;
  readonly name: string;
  /** Bare metal servers are for sale; known but none for sale; or not a resource here at all. */
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
  /** Missing on the root, which is a data center's hardware group. */
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
  /** Lower case; the name is the same in upper case (service-facts 4, T12). */
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
  /** Whether a server that is on its way in or out still shows its details. */
  readonly hasDetails: boolean;
  readonly cpu: number;
  readonly memoryMB: number;
  readonly storageGB: number;
  /** Every internal address, in order; one that a public address maps to stays when the public one goes. */
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

/** A policy between two networks of one data center. */
export type LocalFirewall = Firewall & {
  readonly account: string;
  readonly location: string;
  readonly source: readonly string[];
  readonly destination: readonly string[];
  readonly destinationAccount: string;
  readonly ports: readonly string[];
};

/** A policy between two data centers. */
export type CrossFirewall = Firewall & {
  readonly sourceCidr: string;
  readonly sourceAccount: string;
  readonly sourceLocation: string;
  readonly destinationCidr: string;
  readonly destinationAccount: string;
  readonly destinationLocation: string;
};

/** The groups directly inside another, in the order they were made. */
export function childGroups(store: CloudStore, parentId: string): Group[] {
  return [...store.groups.values()].filter((group) => group.parentId === parentId);
}

/** The hardware group of an account in a data center. */
export function rootGroup(store: CloudStore, account: string, location: string): Group | undefined {
  return [...store.groups.values()].find(
    (group) => group.account === account && group.location === location && group.parentId === undefined,
  );
}

export function serversOf(store: CloudStore, account: string): Server[] {
  return [...store.servers.values()].filter((server) => server.account === account);
}

/** Timestamps have whole seconds, in UTC (service-facts 0). */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
