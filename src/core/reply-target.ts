/** Where something was asked, so that it can be answered there. */
export interface Place {
  /** On the Home tab, which is no channel, the id of the person. */
  readonly channel: string;
  /** The thread in it: the `ts` of the message that the thread is about. */
  readonly thread?: string | undefined;
  readonly person: string;
  /** Slack's address for answering this one interaction: five uses, thirty minutes. */
  readonly responseUrl?: string | undefined;
}

/**
 * Whether something was asked on the Home tab: it is answered in the person's direct message. The id of a person begins
 * with U or W, that of no channel does; the same person can have one of each.
 */
export const isOnHome = ({ channel }: Pick<Place, 'channel'>): boolean => /^[UW]/.test(channel);
