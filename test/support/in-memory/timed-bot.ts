import type { LocalCloud } from '../../../local/cloud/index.ts';
import type { AuditEvent } from '../../../src/change/model/audit-log.ts';
import { sweepEvery } from '../../../src/change/model/time-limits.ts';
import type { Millis } from '../../../src/core/clock.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { InMemoryBot } from './in-memory-bot.ts';

/**
 * The bot in memory where messages and sweeps come when they do on AWS. What a person does takes a second; all else takes as long as a
 * test lets pass. So a message that comes back after six minutes meets the sweeper that acts after two.
 */
export class TimedBot extends InMemoryBot {
  /** Time of the next sweep, in milliseconds since 1970. */
  nextSweep: number;

  constructor(cloud: LocalCloud, policy: Partial<Policy> = {}) {
    super(cloud, policy);
    this.nextSweep = this.now() + sweepEvery;
  }

  /** Calls `act` before each write of an audit log entry with this event. If it throws, nothing is written. */
  beforeLogging(event: AuditEvent, act: () => void): void {
    const { memory } = this;
    const transact = memory.transact.bind(memory);
    memory.transact = async (writes) => {
      if (writes.some((write) => 'Put' in write && write.Put.Item.event === event)) act();
      return transact(writes);
    };
  }

  /** Keeps entries with this event out of the audit log for a while, which can't be written then. */
  keepOut(event: AuditEvent, lasts: Millis): void {
    const until = this.now() + lasts;
    this.beforeLogging(event, () => {
      if (this.now() < until) throw new Error('The chain is broken');
    });
  }

  /** Lets the second pass that a person's act takes. */
  override settled(): Promise<void> {
    return this.live(1000);
  }

  /** Lets time pass: each message and each sweep comes at its time. */
  async live(time: Millis): Promise<void> {
    const until = this.now() + time;
    for (;;) {
      const message = this.nextDue ?? Number.POSITIVE_INFINITY;
      const at = Math.max(this.now(), Math.min(message, this.nextSweep));
      if (at > until) break;
      this.later(at - this.now());
      if (message <= this.now()) await this.deliverNext();
      else {
        this.nextSweep += sweepEvery;
        await this.onlySweep();
      }
    }
    this.later(until - this.now());
  }

  /** Lets time pass until something is so, for at most an hour. Resolves to when that was, in milliseconds since 1970. */
  async liveUntil(isSo: () => boolean): Promise<number> {
    for (let second = 0; second < 3600 && !isSo(); second += 1) await this.live(1000);
    return this.now();
  }
}
