import { expect, test } from 'vitest';
import { hour, minute } from '../../../../src/core/clock.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

const cloud = await cloudOfFile(quick);

test.each([20 * minute, 2 * hour])(
  'approvers are reminded once, within a sweep after Slack was away for %i ms',
  async (away) => {
    const bot = new TimedBot(cloud);
    const id = await bot.type(
      'U0ANA',
      'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why=test',
    );
    await bot.press('U0ANA', 'confirm', id);
    await bot.live(55 * minute);
    bot.begin({ of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
    await bot.live(away);
    const reminders = () => bot.said.filter(({ text }) => text.includes('has waited'));
    expect(reminders()).toEqual([]);
    bot.begin();
    await bot.live(5 * minute);
    expect(reminders()).toHaveLength(1);
    await bot.live(3 * hour);
    expect(reminders()).toHaveLength(1);
  },
);
