import { expect, test } from 'vitest';
import { RateLimits } from '../../../../local/slack/rate-limits.ts';
import { withDeadline } from '../../../../src/core/deadline.ts';
import { Unavailable } from '../../../../src/core/unavailable.ts';
import { waitForRateLimit } from '../../../../src/slack/client/wait-for-rate-limit.ts';
import type { SlackCall } from '../../../../src/slack/client/web.ts';

/** A clock that jumps to the next timer once nothing else is left to do. */
function movingClock() {
  let timers: { readonly at: number; readonly act: () => void }[] = [];
  const clock = { now: 0 };
  const timer = (ms: number, act: () => void) => {
    timers.push({ at: clock.now + ms, act });
    return () => {};
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const [next, ...others] = timers.toSorted((a, b) => a.at - b.at);
      if (!next) return;
      timers = others;
      clock.now = next.at;
      next.act();
    }
  };
  return { clock, timer, run };
}

/** How a call ends that Slack refuses this often, with this pause in seconds, and how long it waited, in milliseconds. */
async function refused(times: number, retryAfter: number) {
  const { clock, timer, run } = movingClock();
  let calls = 0;
  const slack: SlackCall = async () => {
    calls += 1;
    if (calls <= times) throw new Unavailable('Slack didn’t respond.', retryAfter);
    return 'sent' as never;
  };
  const ended = waitForRateLimit(slack, timer, 5000)(async () => 'sent').catch(() => 'refused');
  await run();
  return { ended: await ended, calls, waited: clock.now };
}

test('a refused call is repeated after the time that Slack names, and less than a second later', async () => {
  const { ended, calls, waited } = await refused(1, 2);
  expect([ended, calls]).toEqual(['sent', 2]);
  expect(waited).toBeGreaterThanOrEqual(2000);
  expect(waited).toBeLessThan(3000);
});

test('a call that is refused over and over waits for five seconds at most', async () => {
  const { ended, waited } = await refused(99, 1);
  expect(ended).toBe('refused');
  expect(waited).toBeGreaterThan(3000);
  expect(waited).toBeLessThanOrEqual(5000);
});

test.each([
  ['a long time', 6],
  ['no time', 0],
])('a refusal that names %s is passed on at once', async (_, retryAfter) => {
  expect(await refused(1, retryAfter)).toEqual({ ended: 'refused', calls: 1, waited: 0 });
});

test('a job that has to end soon does not wait', async () => {
  expect(await withDeadline(20_500, () => refused(1, 1))).toEqual({ ended: 'refused', calls: 1, waited: 0 });
});

test('calls that are refused together pass one by one, as fast as the limit allows', async () => {
  const { clock, timer, run } = movingClock();
  const limits = new RateLimits(() => clock.now);
  limits.turn(true);
  const taken: number[] = [];
  const slack: SlackCall = async (act) => {
    const retryAfter = limits.take('chat.postMessage', 'C1');
    if (retryAfter > 0) throw new Unavailable('Slack didn’t respond.', retryAfter);
    taken.push(clock.now);
    return act(null as never);
  };
  const call = waitForRateLimit(slack, timer, 60_000);
  const sent = Promise.all(Array.from({ length: 8 }, (_, at) => call(async () => at)));
  await run();
  expect(await sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(taken).toHaveLength(8);
  expect(Math.max(...taken)).toBeLessThan(18_000);
});
