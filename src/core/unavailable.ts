/**
 * Something that a job needs does not answer for a while, and the service was sent nothing: the job has to be delivered
 * again. Its message is a sentence for people.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  /** Seconds before which asking again is of no use; 0 where that is not known. */
  readonly retryAfter: number;

  constructor(sentence: string, retryAfter = 0) {
    super(sentence);
    this.retryAfter = retryAfter;
  }
}

/** One time that the queue hands out a job. */
export interface Delivery {
  /** The how many-eth time it is, from 1. */
  readonly received: number;
  /** The queue gives up on the job after this one, so people have to be told now. */
  readonly isLast: boolean;
}
