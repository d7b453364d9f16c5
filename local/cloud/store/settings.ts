import * as z from 'zod';
import { jobStatuses } from './job-status.ts';

const amount = z.number().nonnegative();

const schemas = {
  /** Seconds a new token lives; 14 days at the service. */
  tokenSeconds: amount,
  /** Milliseconds a job waits, and milliseconds it then runs, before its outcome. */
  jobNotStartedMs: amount,
  jobExecutingMs: amount,
  jobOutcome: z.enum(jobStatuses),
  /** Milliseconds a firewall policy is pending, and what it then becomes. */
  firewallPendingMs: amount,
  firewallOutcome: z.enum(['active', 'error']),
};

/** The behaviours that can be switched while the service runs (service-facts 5). */
export type Settings = Readonly<z.output<z.ZodObject<typeof schemas>>>;

export const defaultSettings: Settings = {
  tokenSeconds: 1_209_600,
  jobNotStartedMs: 2_000,
  jobExecutingMs: 6_000,
  jobOutcome: 'succeeded',
  firewallPendingMs: 30_000,
  firewallOutcome: 'active',
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
