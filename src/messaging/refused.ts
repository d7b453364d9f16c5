/** Slack answered that it does not take a call. What else goes wrong says nothing of whether it took it. */
export class Refused extends Error {
  /** Whether Slack would refuse it again; false for what an administrator can resolve. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Whether Slack refused permanently, so that a retry is pointless. */
export const isFinal = (error: unknown): boolean => error instanceof Refused && error.isFinal;
