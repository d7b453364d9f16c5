import { expect, test } from 'vitest';
import { sweepEvery } from '../../../../src/change/model/time-limits.ts';
import { hour, minute } from '../../../../src/core/clock.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { midnight, slowBot } from '../../../support/in-memory/slow-bot.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* Ends come at their times, wherever those fall between two sweeps. */

const cloud = await cloudOfFile(quick);
const second = 1000;

/** Times from the press of a button to the next sweep. */
const sweeps = [10, 60, 110, 130, 180, 239];

test.each([
  [100, 239],
  [200, 239],
  [280, 239],
  [280, 120],
  [300, 239],
])(
  'an end comes at its time if its change is confirmed %i s after its preview and swept after %i s',
  async (wait, sweep) => {
    const bot = new TimedBot(cloud);
    const end = 330 * second;
    const line = 'alert create "Disk 85" disk=85 to=ops@example.com ends=2026-11-22T00:05:30Z';
    const id = await bot.type('U0ANA', line);
    await bot.live(wait * second);
    bot.nextSweep = bot.now() + sweep * second;
    await bot.press('U0ANA', 'confirm', id);
    expect(bot.alertPolicies()).toContain('Disk 85');
    const at = await bot.liveUntil(() => !bot.alertPolicies().includes('Disk 85'));
    expect(at - midnight - end).toBeLessThanOrEqual(3 * second);
  },
);

test.each(sweeps)('a change starts at its time if it is swept %i s after it was confirmed', async (sweep) => {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', 'alert create "Disk 90" disk=90 to=ops@example.com starts=5m');
  bot.nextSweep = bot.now() + sweep * second;
  await bot.press('U0ANA', 'confirm', id);
  const at = await bot.liveUntil(() => bot.log().some(({ event }) => event === 'started'));
  const startsAt = (await bot.ports.changes.get(id))?.steps[0].startsAt ?? Number.NaN;
  expect(at - startsAt).toBeGreaterThanOrEqual(0);
  expect(at - startsAt).toBeLessThanOrEqual(3 * second);
});

test.each([60, 100, 130, 230])(
  'an end that passed while the cloud API worked comes at once if it is swept after %i s',
  async (sweep) => {
    const bot = await slowBot(18 * minute);
    const id = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 tcp/443 ends=2026-11-22T00:06:00Z');
    await bot.press('U0ANA', 'confirm', id);
    const events = () => bot.log().map(({ event }) => event);
    const applied = await bot.liveUntil(() => events().includes('applied'));
    bot.nextSweep = bot.now() + sweep * second;
    const ended = await bot.liveUntil(() => events().filter((event) => event === 'started').length > 1);
    expect(ended - applied).toBeLessThanOrEqual(3 * second);
    // Nobody could try it before, so nobody reads that it is late.
    await bot.live(20 * minute);
    expect(bot.said.map(({ text }) => text).join()).not.toMatch(/overdue/i);
  },
);

test.each(sweeps)(
  'each attempt at an end comes two minutes after the one before if it is swept after %i s',
  async (sweep) => {
    const bot = new TimedBot(cloud);
    const id = await bot.type('U0ANA', 'alert assign "Night watch" de1acmejump01 ends=2h');
    await bot.press('U0ANA', 'confirm', id);
    const end = bot.stateOf(id)?.steps[0]?.end?.at ?? 0;
    await bot.live(end - bot.now() - 10 * minute);
    bot.nextSweep = end - sweep * second;
    while (bot.nextSweep > bot.now() + sweepEvery) bot.nextSweep -= sweepEvery;
    cloud.clearRequests();
    cloud.control.fail({ route: '*', status: 501, times: 9_999 });
    const attempts: number[] = [];
    let seen = 0;
    for (let past = bot.now(); past < end + 20 * minute; past = bot.now()) {
      await bot.live(second);
      const reads = cloud.requests.filter(({ route }) => route !== 'login').length;
      if (reads > seen && bot.now() - (attempts.at(-1) ?? 0) > 30 * second) attempts.push(bot.now());
      seen = reads;
    }
    const pauses = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(5);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(125 * second);
  },
);

test.each([
  ['by the policy', 30, ''],
  ['with its end', 480, 'ends=2026-11-22T00:50:00Z'],
  ['much later', 480, ''],
])('approvers are reminded of a request before it expires %s', async (_, expiresMinutes, end) => {
  const bot = new TimedBot(cloud, { approvals: { ...defaults.approvals, expiresMinutes } });
  const id = await bot.type('U0ANA', `ip add DE1ACMEWEB03 tcp/22 ${end} why="a test"`);
  await bot.press('U0ANA', 'confirm', id);
  await bot.live(9 * hour);
  expect(bot.said.filter(({ text }) => text.includes('has waited'))).toHaveLength(1);
  expect(bot.stateOf(id)?.status).toBe('expired');
});
