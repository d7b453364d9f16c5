import type { Finding } from '../../core/finding.ts';
import type { SharedProbes } from './shared-probes.ts';

/** A finding without the name of its check. */
export type Found = Omit<Finding, 'check'>;

/** A health check, with one finding or more. */
export interface Check {
  readonly name: string;
  /** The system that it calls, at the beginning of a sentence: "Slack". */
  readonly system: string;
  /** Timeout in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number;
  run(probes: SharedProbes): Promise<readonly Found[]>;
}

// One constructor per state of a finding. `says` and `next` are sentences.

export const ok = (says: string): Found => ({ state: 'ok', says });
export const wrong = (says: string, next: string): Found => ({ state: 'wrong', says, next });
export const warns = (says: string, next: string): Found => ({ state: 'warning', says, next });
export const unchecked = (says: string, next?: string): Found => ({ state: 'not checked', says, next });
