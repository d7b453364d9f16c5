/** Slack answered that it rejects a call. After any other error, Slack may have processed the call. */
export class Refused extends Error {
  /** Whether Slack would refuse it again; false if an administrator can resolve the cause. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Returns whether Slack refused permanently, so that a retry is pointless. */
export const isFinal = (error: unknown): boolean => error instanceof Refused && error.isFinal;
