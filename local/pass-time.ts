import { sweepEvery } from '../src/change/model/time-limits.ts';
import type { Aws, Schedule } from './aws/index.ts';
import type { LocalTime } from './inspector/local-parts.ts';
import type { MountableSlack } from './slack/index.ts';
import type { WorldClock } from './world-clock.ts';

/** The parts for which time passes. */
interface Passing {
  readonly clock: WorldClock;
  readonly aws: Pick<Aws, 'delayed' | 'expire'>;
  readonly sweeping: Pick<Schedule, 'fire'>;
  readonly slack: Pick<MountableSlack, 'clockMoved'> | undefined;
  /** Resolves when nothing is queued or in progress. */
  quiet(): Promise<void>;
}

/**
 * Lets time pass for all parts with a clock. Sets the clock forward to the next sweep or delayed message, and waits until its
 * effects are complete, then continues. A failed sweep is logged, as when its schedule runs it.
 */
export function localTime({
  clock,
  aws,
  sweeping,
  slack,
  quiet,
}: Passing): LocalTime & { passDelays(until?: number): Promise<void> } {
  function advance(ms: number): void {
    clock.advance(ms);
    slack?.clockMoved();
  }

  /** Sets the clock to a time, never back, and delivers the messages that are then due. */
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
