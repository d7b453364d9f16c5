import * as z from 'zod';
import { exactly } from '../http/body-schema.ts';
import { jobStatuses } from './job-status.ts';

const spellings = ['documented', 'other', 'mixed'] as const;

const amount = z.exactOptional(z.number().nonnegative());

/** The behaviours that can be switched while the service runs. */
export const changedSettings = exactly({
  /** Lifetime of a new token, in seconds; 14 days in the service. */
  tokenSeconds: amount,
  /** Milliseconds that a job waits, and milliseconds that it then runs, before its outcome. */
  jobNotStartedMs: amount,
  jobExecutingMs: amount,
  jobOutcome: z.exactOptional(z.enum(jobStatuses)),
  /** Milliseconds that a firewall policy is pending, and its status afterwards. */
  firewallPendingMs: amount,
  firewallOutcome: z.exactOptional(z.enum(['active', 'error'])),
  /** How answers are spelled: as documented, in another way that means the same, or every second one so. */
  spelling: z.exactOptional(z.enum(spellings)),
  /** Whether an answer to a read, or to the login, has one part that can't be read: never, every time, or every second time. */
  oddParts: z.exactOptional(z.enum(['never', 'always', 'mixed'])),
  /** Whether it compresses every 200 with gzip, although nobody asks for it. */
  gzip: z.exactOptional(z.boolean()),
  /** Whether a success without a body answers 200 with the text `OK` instead. */
  okTexts: z.exactOptional(z.boolean()),
});
export type Settings = Readonly<Required<z.output<typeof changedSettings>>>;

export const defaultSettings: Settings = {
  tokenSeconds: 1_209_600,
  jobNotStartedMs: 2_000,
  jobExecutingMs: 6_000,
  jobOutcome: 'succeeded',
  firewallPendingMs: 30_000,
  firewallOutcome: 'active',
  spelling: spellings.find((spelling) => spelling === process.env.CLOUD_SPELLING) ?? 'documented',
  oddParts: 'never',
  gzip: false,
  okTexts: false,
};
