import type { Millis } from '../src/core/clock.ts';

/** The answer to a request that is not fulfilled: its status, and a sentence for the person who reads it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, { retryAfter, cause }: Because = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

interface Because {
  readonly retryAfter?: number | undefined;
  /** An error that nobody expected. */
  readonly cause?: unknown;
}

/** What doesn't exist. The service answers without a body, too (docs/cloud-api.md, Errors). */
export const notFound = (): Refusal => new Refusal(404, '');

/** A change that begins later could be made after its caller has given up: Skydesk waits 20 s, and a change takes up to 12. */
const latestStart: Millis = 7_000;

/** A failure of a read that comes this soon leaves time for another attempt. */
const soon: Millis = 2_000;

/**
 * Runs the part of a change that precedes its effect, which is repeated once if it fails soon. Callers take a 5xx answer to a change for an
 * unknown outcome; if this part fails, the outcome is known: its failure becomes a 424, by which callers know that nothing was changed.
 */
export async function beforeEffect<Value>(prepare: () => Promise<Value>): Promise<Value> {
  const begun = Date.now();
  const spent = (): Millis => Date.now() - begun;
  const value = await prepare()
    .catch((error: unknown) => {
      if (isKnown(error) || spent() > soon) throw error;
      return prepare();
    })
    .catch((error: unknown) => {
      throw isKnown(error) ? error : unchanged(error);
    });
  if (spent() > latestStart) throw new Refusal(424, 'The answers came too late to make a change.');
  return value;
}

/** Whether a refusal says by its status that nothing was changed. A 408 may come from something in between. */
const isKnown = (error: unknown): boolean =>
  error instanceof Refusal && error.status < 500 && error.status !== 408;

const unchanged = (error: unknown): Refusal =>
  error instanceof Refusal
    ? new Refusal(424, error.message)
    : new Refusal(424, 'The gateway failed.', { cause: error });
