import type { FirewallOutcome } from './firewalls.ts';
import { type JobStatus, jobStatuses } from './job-status.ts';

/** The behaviours that can be switched while the service runs (service-facts 5). */
export interface Settings {
  /** Seconds a new token lives; 14 days at the service. */
  readonly tokenSeconds: number;
  /** What deleting an alert policy answers: the interface document says 200, recordings say 204. */
  readonly alertDeleteStatus: 200 | 204;
  /** Where an alert policy is put on a server: POST on the server, on its /alertPolicies, or on both. */
  readonly alertAssignmentPath: 'doc' | 'sub' | 'both';
  /** Milliseconds a job waits, and milliseconds it then runs, before its outcome. */
  readonly jobNotStartedMs: number;
  readonly jobExecutingMs: number;
  readonly jobOutcome: JobStatus;
  /** Milliseconds a firewall policy is pending, and what it then becomes. */
  readonly firewallPendingMs: number;
  readonly firewallOutcome: FirewallOutcome;
  /** Host in the absolute hrefs of firewall policies: `own` (as the request named it) or any `host[:port]`. */
  readonly hrefHost: string;
  /** hrefs of firewall policies between data centers: as published, relative; or absolute like the other kind. */
  readonly crossHrefs: 'relative' | 'absolute';
  /** Whether invoices carry address2 and poNumber, which recorded ones leave out. */
  readonly invoiceExtras: boolean;
  /** Share of requests, 0 to 1, that are answered by the service's own transient 500. */
  readonly transientErrorRate: number;
}

export const defaultSettings: Readonly<Settings> = {
  tokenSeconds: 1_209_600,
  alertDeleteStatus: 204,
  alertAssignmentPath: 'both',
  jobNotStartedMs: 2_000,
  jobExecutingMs: 6_000,
  jobOutcome: 'succeeded',
  firewallPendingMs: 30_000,
  firewallOutcome: 'active',
  hrefHost: 'own',
  crossHrefs: 'relative',
  invoiceExtras: false,
  transientErrorRate: 0,
};

const isCount = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isOneOf =
  (...choices: readonly unknown[]) =>
  (value: unknown) =>
    choices.includes(value);

const rules: Record<keyof Settings, (value: unknown) => boolean> = {
  tokenSeconds: isCount,
  alertDeleteStatus: isOneOf(200, 204),
  alertAssignmentPath: isOneOf('doc', 'sub', 'both'),
  jobNotStartedMs: isCount,
  jobExecutingMs: isCount,
  jobOutcome: isOneOf(...jobStatuses),
  firewallPendingMs: isCount,
  firewallOutcome: isOneOf('active', 'error'),
  hrefHost: (value) => typeof value === 'string' && /^[\w.:-]+$/.test(value),
  crossHrefs: isOneOf('relative', 'absolute'),
  invoiceExtras: isOneOf(true, false),
  transientErrorRate: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

/** @throws TypeError naming the first setting that is unknown or has a value it cannot have. */
export function assertSettings(changes: object): asserts changes is Partial<Settings> {
  for (const [name, value] of Object.entries(changes)) {
    const known = Object.entries(rules).find(([rule]) => rule === name);
    if (!known) throw new TypeError(`no setting ${name}; there are ${Object.keys(rules).join(', ')}`);
    if (!known[1](value)) throw new TypeError(`setting ${name} cannot be ${JSON.stringify(value)}`);
  }
}
