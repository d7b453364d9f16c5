/*
 * The port between the interface (docs/cloud-api.md) and a provider. Records have the names and units of the interface, without its
 * links: routes.ts adds these. Every call may reject with a `Refusal`.
 *
 * What an answer claims: a list that can't be complete is refused. Callers take what no firewall policy allows for blocked, so an
 * empty list is a statement, too.
 */

export interface DataCenter {
  /** In lower case. */
  readonly id: string;
  readonly name: string;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly groups: readonly Group[];
  readonly servers: readonly Server[];
}

export interface Server {
  /** In lower case. The same id never names another server. */
  readonly id: string;
  readonly groupId: string;
  readonly dataCenter: string;
  /** The operating system, as people call it. */
  readonly osType: string;
  readonly status: string;
  /** Undefined while it is being built. */
  readonly details: ServerDetails | undefined;
}

interface ServerDetails {
  readonly ipAddresses: readonly { readonly public?: string; readonly internal?: string }[];
  readonly secondaryIPAddresses: readonly { readonly internal: string }[];
  readonly alertPolicies: readonly Pick<AlertPolicy, 'id' | 'name'>[];
  readonly cpu: number;
  readonly memoryMB: number;
  readonly storageGB: number;
  readonly powerState: string;
}

/** The input of a new or changed alert policy. */
export interface AlertPolicyDraft {
  readonly name: string;
  readonly actions: readonly {
    readonly action: string;
    readonly settings: { readonly recipients: readonly string[] };
  }[];
  /** `duration` as `00:05:00`, `threshold` in percent. */
  readonly triggers: readonly {
    readonly metric: string;
    readonly duration: string;
    readonly threshold: number;
  }[];
}

/** Without triggers, it watches something that the interface has no words for. */
export interface AlertPolicy extends Omit<AlertPolicyDraft, 'triggers'> {
  readonly id: string;
  readonly triggers: AlertPolicyDraft['triggers'] | undefined;
  /** Whether it may be changed here. */
  readonly isOwn: boolean;
}

/** Ranges in CIDR notation; ports as `any`, `icmp`, `tcp/443`, `udp/8000-8010`. What has no range is a word, which is no address. */
export interface FirewallPolicyDraft {
  readonly source: readonly string[];
  readonly destination: readonly string[];
  readonly ports: readonly string[];
  readonly enabled: boolean;
}

export interface FirewallPolicy extends FirewallPolicyDraft {
  readonly id: string;
  /** pending, active or error; another word if the rules from before may still be in force. */
  readonly status: string;
  readonly may: { readonly update: boolean; readonly delete: boolean };
}

/** Without ports, what is open can't be said as one product of ports and sources. */
export interface PublicIp {
  readonly internalIPAddress?: string;
  readonly ports?: readonly { readonly protocol: string; readonly port: number; readonly portTo?: number }[];
  /** Empty: everybody. */
  readonly sourceRestrictions?: readonly { readonly cidr: string }[];
}

/** Amounts in dollars. */
export interface Invoice {
  readonly id: string;
  readonly companyName: string;
  readonly totalAmount: number;
  /** The first day of the following month. */
  readonly invoiceDate: string;
  readonly lineItems: readonly {
    readonly quantity: number;
    readonly description: string;
    readonly unitCost: number;
    readonly itemTotal: number;
    /** The data center in upper case; empty if that isn't known. */
    readonly serviceLocation: string;
  }[];
}

/** The parts of the interface that a provider may lack. */
export type Part =
  | 'autoscale'
  | 'betweenDataCenters'
  | 'changeBetweenDataCenters'
  | 'changePublicIp'
  | 'deployment'
  | 'otherAccount';

/** One provider, with the credentials of one request. */
export interface Provider {
  /** The sentences that refuse what it lacks. */
  readonly lacks: Readonly<Record<Part, string>>;
  /** Rejects unless the provider accepts the credentials. */
  checkLogin(): Promise<void>;
  dataCenters(): Promise<readonly DataCenter[]>;
  rootGroupId(dataCenter: DataCenter['id']): string;
  /** A group with all groups and servers in it. */
  group(id: string): Promise<Group>;
  server(id: string): Promise<Server>;
  readonly alertPolicies: {
    list(): Promise<readonly AlertPolicy[]>;
    get(id: string): Promise<AlertPolicy>;
    create(draft: AlertPolicyDraft): Promise<AlertPolicy>;
    update(id: string, draft: AlertPolicyDraft): Promise<AlertPolicy>;
    delete(id: string): Promise<void>;
    assign(server: string, id: string): Promise<void>;
    unassign(server: string, id: string): Promise<void>;
    /** Each rejects with what the change of its name would be refused with, and changes nothing. */
    readonly check: {
      create(draft: AlertPolicyDraft): Promise<unknown>;
      update(id: string, draft: AlertPolicyDraft): Promise<unknown>;
    };
  };
  readonly firewallPolicies: {
    list(dataCenter: string): Promise<readonly FirewallPolicy[]>;
    get(dataCenter: string, id: string): Promise<FirewallPolicy>;
    /** Resolves to the id. */
    create(dataCenter: string, draft: FirewallPolicyDraft): Promise<string>;
    update(dataCenter: string, id: string, change: Partial<FirewallPolicyDraft>): Promise<void>;
    delete(dataCenter: string, id: string): Promise<void>;
    /** Each rejects with what the change of its name would be refused with, and changes nothing. */
    readonly check: {
      create(dataCenter: string, draft: FirewallPolicyDraft): Promise<unknown>;
      update(dataCenter: string, id: string, change: Partial<FirewallPolicyDraft>): Promise<unknown>;
      delete(dataCenter: string, id: string): Promise<unknown>;
    };
  };
  publicIp(server: string, ip: string): Promise<PublicIp>;
  /** @param month 1 to 12 */
  invoice(year: number, month: number): Promise<Invoice>;
  /** The status of a job, in the words of the interface. */
  job(id: string): Promise<string>;
}

/** Returns the provider for a token, which is the password of the login. */
export type Connect = (token: string) => Promise<Provider>;
