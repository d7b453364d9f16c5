import { Unavailable } from './unavailable.ts';

/** When a call that failed can succeed: by itself `soon`, `when cured` by an administrator, or `never` as it is. */
export type Again = 'soon' | 'when cured' | 'never';

/**
 * A call of another system failed. The system's own table of error codes says when it can succeed; whether a job has stored
 * anything before is known to the job alone (`jobs/stored-by.ts`).
 */
export abstract class CallFailed extends Error {
  /** The system: "Slack". */
  abstract readonly system: string;
  /** The system's error code, which can be logged and shown. */
  abstract readonly code: string;
  readonly again: Again;

  constructor(message: string, again: Again) {
    super(message);
    this.again = again;
  }
}

/** Whether the system answered that it refuses the call: the call had no effect, and a retry alone doesn't help. */
export const isRefused = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.again !== 'soon';

/** Whether the call was refused, and would be even after an administrator had helped. */
export const isFinal = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.again === 'never';

/** Whether what failed can succeed later: by itself, or once an administrator has helped. */
export const canPass = (error: unknown): boolean =>
  error instanceof Unavailable || (error instanceof CallFailed && error.again !== 'never');
