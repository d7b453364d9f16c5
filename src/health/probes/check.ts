import type { Finding } from '../../answer/finding.ts';
import type { Millis } from '../../core/clock.ts';
import type { SharedProbes } from './shared-probes.ts';

/** A finding without the name of its check. */
export type CheckResult = Omit<Finding, 'check'>;

/** A health check, with one or more findings. */
export interface Check {
  readonly name: string;
  /** The system that it calls, as part of a sentence: "Slack", "the cloud API". */
  readonly system: string;
  /** Timeout in milliseconds; 10,000 by default. */
  readonly timeoutMs?: Millis;
  run(probes: SharedProbes): Promise<readonly CheckResult[]>;
}

// One constructor per state of a finding. `message` and `next` are sentences.

export const ok = (message: string): CheckResult => ({ state: 'ok', message });
export const wrong = (message: string, next: string): CheckResult => ({ state: 'wrong', message, next });
export const warning = (message: string, next: string): CheckResult => ({ state: 'warning', message, next });
export const unchecked = (message: string, next?: string): CheckResult => ({
  state: 'not checked',
  message,
  next,
});
