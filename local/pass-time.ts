import { setTimeout as delay } from 'node:timers/promises';
import { sweepEvery } from '../src/change/model/time-limits.ts';
import type { Aws, Schedule } from './aws/index.ts';
import type { LocalTime } from './inspector/local-parts.ts';
import type { MountableSlack } from './slack/index.ts';
import type { WorldClock } from './world-clock.ts';

interface Passing {
  readonly clock: WorldClock;
  readonly aws: Pick<Aws, 'delayed' | 'expire'>;
  readonly sweeping: Pick<Schedule, 'fire'>;
  readonly slack: Pick<MountableSlack, 'clockMoved'> | undefined;
  /** Whether delayed messages wait for the clock to be set forward. */
  readonly holdBack: boolean;
  /** Resolves when nothing is queued or in progress. */
  quiet(): Promise<void>;
}

/**
 * How far `settled` lets time pass for delayed messages, in milliseconds: longer than a background job is polled. What is tried again for
 * as long as something is down would never settle.
 */
const settlesWithin = 2 * 60 * 60 * 1000;

/** Interval at which the delayed messages are checked, in milliseconds. */
const lookAgainMs = 100;

/**
 * Lets time pass for all parts with a clock. Sets the clock forward to the next sweep or delayed message, and waits until its
 * effects are complete, then continues. A failed sweep is logged, as when its schedule runs it.
 */
export function passTime({ clock, aws, sweeping, slack, holdBack, quiet }: Passing) {
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

  async function passDelays(until: number): Promise<void> {
    for (let at = aws.delayed.next(); at !== undefined && at <= until; at = aws.delayed.next())
      await goTo(at);
  }

  /** Waits until no message is delayed, by this machine's clock, and the effects of the last one are complete. */
  async function nothingDelayed(): Promise<void> {
    let isDelayed: boolean;
    do {
      isDelayed = aws.delayed.next() !== undefined;
      if (isDelayed) await delay(lookAgainMs);
      await quiet();
    } while (isDelayed);
  }

  const time: LocalTime = {
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
    reset: clock.reset,
  };
  return {
    time,
    /**
     * Resolves when nothing is being called, queued or in progress. With `delayed`, waits for messages that are not due yet as
     * well, for two hours at most: if they are held back, the clock is set forward to them.
     */
    async settled({ delayed = false }: { readonly delayed?: boolean } = {}): Promise<void> {
      await quiet();
      if (delayed) await (holdBack ? passDelays(clock.now() + settlesWithin) : nothingDelayed());
    },
  };
}
