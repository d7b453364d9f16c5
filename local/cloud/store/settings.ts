import * as z from 'zod';
import { jobStatuses } from './job-status.ts';

const amount = z.number().nonnegative();

const schemas = {
  /** Seconds a new token lives; 14 days at the service. */
  tokenSeconds: amount,
  /** What deleting an alert policy answers: the interface document says 200, recordings say 204. */
  alertDeleteStatus: z.literal([200, 204]),
  /** Where an alert policy is put on a server: POST on the server, on its /alertPolicies, or on both. */
  alertAssignmentPath: z.enum(['doc', 'sub', 'both']),
  /** Milliseconds a job waits, and milliseconds it then runs, before its outcome. */
  jobNotStartedMs: amount,
  jobExecutingMs: amount,
  jobOutcome: z.enum(jobStatuses),
  /** Milliseconds a firewall policy is pending, and what it then becomes. */
  firewallPendingMs: amount,
  firewallOutcome: z.enum(['active', 'error']),
  /** Host in the absolute hrefs of firewall policies: `own` (as the request named it) or any `host[:port]`. */
  hrefHost: z.string().regex(/^[\w.:-]+$/),
  /** hrefs of firewall policies between data centers: as published, relative; or absolute like the other kind. */
  crossHrefs: z.enum(['relative', 'absolute']),
  /** Whether invoices carry address2 and poNumber, which recorded ones leave out. */
  invoiceExtras: z.boolean(),
  /** Share of requests, 0 to 1, that are answered by the service's own transient 500. */
  transientErrorRate: z.number().min(0).max(1),
};

/** The behaviours that can be switched while the service runs (service-facts 5). */
export type Settings = Readonly<z.output<z.ZodObject<typeof schemas>>>;

export const defaultSettings: Settings = {
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

/** @throws TypeError naming the first setting that is unknown or has a value it cannot have. */
export function assertSettings(changes: object): asserts changes is Partial<Settings> {
  const known = new Map<string, z.ZodType>(Object.entries(schemas));
  for (const [name, value] of Object.entries(changes)) {
    const schema = known.get(name);
    if (!schema) throw new TypeError(`no setting ${name}; there are ${[...known.keys()].join(', ')}`);
    if (!schema.safeParse(value).success)
      throw new TypeError(`setting ${name} cannot be ${JSON.stringify(value)}`);
  }
}
