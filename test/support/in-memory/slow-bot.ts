import { onTestFinished } from 'vitest';
import { startLocalCloud } from '../../../local/cloud/index.ts';
import type { Millis } from '../../../src/core/clock.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { quick } from '../seeded.ts';
import { TimedBot } from './timed-bot.ts';

/** The first moment of a bot. */
export const midnight = Date.UTC(2026, 10, 22);

/** A bot whose cloud API, on the same clock, needs this long for each background job. For one test. */
export async function slowBot(jobExecutingMs: Millis, policy: Partial<Policy> = {}): Promise<TimedBot> {
  let now = () => midnight;
  const cloud = await startLocalCloud({ clock: () => now(), settings: { ...quick, jobExecutingMs } });
  onTestFinished(cloud.close);
  const bot = new TimedBot(cloud, policy);
  now = () => bot.now();
  return bot;
}
