import type { Aws, Schedule } from './aws/index.ts';
import type { LocalTime } from './inspector/local-parts.ts';
import type { MountableSlack } from './slack/index.ts';
import type { WorldClock } from './world-clock.ts';

/** How much passes from one run of the sweeper to the next; short enough for a reminder to come before the end. */
const halfAnHour = 30 * 60_000;

/**
 * Lets time pass for all that goes by a clock. A sweep that fails says so in its log, as when its schedule runs it; what it sends is
 * done before more time passes.
 */
export function localTime(
  clock: WorldClock,
  aws: Pick<Aws, 'expire'>,
  sweeping: Pick<Schedule, 'fire'>,
  slack: Pick<MountableSlack, 'clockMoved'>,
  settled: () => Promise<void>,
): LocalTime {
  function advance(ms: number): void {
    clock.advance(ms);
    slack.clockMoved();
  }
  return {
    now: clock.now,
    advance,
    async pass(ms, stepMs = halfAnHour) {
      for (let left = ms; left > 0; left -= stepMs) {
        advance(Math.min(left, stepMs));
        await sweeping.fire().catch(() => {});
        await settled();
        await aws.expire(clock.now());
      }
    },
    reset: clock.reset,
  };
}
