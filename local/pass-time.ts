import { sweepEvery } from '../src/change/model/time-limits.ts';
import type { Aws, Schedule } from './aws/index.ts';
import type { LocalTime } from './inspector/local-parts.ts';
import type { MountableSlack } from './slack/index.ts';
import type { WorldClock } from './world-clock.ts';

/** What time passes for. */
interface Passing {
  readonly clock: WorldClock;
  readonly aws: Pick<Aws, 'delayed' | 'expire'>;
  readonly sweeping: Pick<Schedule, 'fire'>;
  readonly slack: Pick<MountableSlack, 'clockMoved'> | undefined;
  /** Resolves when nothing is queued or in work. */
  quiet(): Promise<void>;
}

/**
 * Lets time pass for all that goes by a clock: the clock is set forward to the next run of the sweeper or delayed message, and what that
 * brings is done before it goes on. A sweep that fails says so in its log, as when its schedule runs it.
 */
export function localTime({
  clock,
  aws,
  sweeping,
  slack,
  quiet,
}: Passing): LocalTime & { passDelays(): Promise<void> } {
  function advance(ms: number): void {
    clock.advance(ms);
    slack?.clockMoved();
  }

  /** Sets the clock to a time, at which delayed messages may be due. It never goes back. */
  async function goTo(at: number): Promise<void> {
    advance(Math.max(0, at - clock.now()));
    await aws.delayed.deliver();
    await quiet();
  }

  async function passDelays(until = Number.POSITIVE_INFINITY): Promise<void> {
    for (let at = aws.delayed.next(); at !== undefined && at <= until; at = aws.delayed.next())
      await goTo(at);
  }

  return {
    now: clock.now,
    advance,
    async pass(ms, stepMs = sweepEvery) {
      const begin = clock.now();
      for (let passed = 0; ; passed = Math.min(ms, passed + stepMs)) {
        await passDelays(begin + passed);
        await goTo(begin + passed);
        await sweeping.fire().catch(() => {});
        await quiet();
        await aws.expire(clock.now());
        if (passed >= ms) return;
      }
    },
    passDelays,
    reset: clock.reset,
  };
}
