import type { Millis } from '../../core/clock.ts';
import { remainingMs } from '../../core/deadline.ts';
import type { Timer } from '../../core/timer.ts';
import { isRateLimited } from '../../core/unavailable.ts';
import type { SlackCall } from './web.ts';

/** What a wait leaves of the time of the function: the rest of the job has to fit in. */
const reserve: Millis = 20_000;

/**
 * Repeats a call that a rate limit refused, after the time that Slack names and up to a second more: calls that were refused together
 * don't come back together. A call waits for at most `maxWaitMs` in all, since its job keeps others waiting meanwhile. Rejects as
 * the call does.
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
