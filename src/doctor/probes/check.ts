import type { Finding } from '../../core/finding.ts';
import type { Exam } from './shared-probes.ts';

export type Found = Omit<Finding, 'check'>;

/** One thing to look at. Several findings, where several things can be wrong with it. */
export interface Check {
  readonly name: string;
  /** Who has to answer for that, at the beginning of a sentence: "Slack". */
  readonly asks: string;
  /** Milliseconds after which it is given up; 10 seconds when left out. */
  readonly patience?: number;
  examine(exam: Exam): Promise<readonly Found[]>;
}

export const ok = (says: string): Found => ({ state: 'ok', says });
export const wrong = (says: string, next: string): Found => ({ state: 'wrong', says, next });
export const warns = (says: string, next: string): Found => ({ state: 'warning', says, next });
export const unchecked = (says: string, next?: string): Found => ({ state: 'not checked', says, next });
