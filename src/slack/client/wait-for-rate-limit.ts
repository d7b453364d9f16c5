import type { Millis } from '../../core/clock.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { Timer } from '../../core/timer.ts';
import { isRateLimited } from '../../core/unavailable.ts';
import type { SlackCall } from './web.ts';

/** Part of the function's remaining time that is reserved for the rest of the job. */
const reserve: Millis = 20_000;

/**
 * Repeats rate-limited calls after Slack's `Retry-After` plus a random delay of up to a second, which spreads out calls that were
 * refused together. A call waits for at most `maxWaitMs` in total, since other jobs wait for its job. Rejects as the call does.
 */
export const waitForRateLimit =
  (slack: SlackCall, timer: Timer, maxWaitMs: Millis): SlackCall =>
  async (act) => {
    for (let left = maxWaitMs; ; ) {
      try {
        return await slack(act);
      } catch (error) {
        if (!isRateLimited(error)) throw error;
        const pause = 1000 * (error.retryAfter + Math.random());
        if (pause > remainingMs(left, reserve)) throw error;
        left -= pause;
        await new Promise<void>((resolve) => timer(pause, resolve));
      }
    }
  };
