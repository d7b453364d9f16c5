import { type Clock, type Instant, type Millis, minute } from '../../src/core/clock.ts';

/** The requests that DigitalOcean allows a token within a minute. */
const perMinute = 250;

/** Counts the requests of one token, so that DigitalOcean needs to refuse none. */
export function requestBudget(clock: Clock, limit = perMinute) {
  let sent: Instant[] = [];
  return {
    /** Counts a request and returns 0, or the time until one may be sent. */
    take(): Millis {
      const at = clock();
      sent = sent.filter((time) => time > at - minute);
      const [oldest = at] = sent;
      if (sent.length >= limit) return oldest + minute - at;
      sent.push(at);
      return 0;
    },
  };
}
