import { expect, test } from 'vitest';
import { hour } from '../../../../src/core/clock.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* What begins a step: a click, a plan, the last vote, or the time of an end. */

const cloud = await cloudOfFile(quick);

test('nothing is sent to the cloud API unless the audit log has its start', async () => {
  const bot = new TimedBot(cloud);
  const asked = async (line: string) => {
    const id = await bot.type('U0ANA', line);
    await bot.press('U0ANA', 'confirm', id);
    return id;
  };
  await asked('alert create "Disk 85" disk=85 to=ops@example.com ends=1h');
  const before = bot.changes();
  let refused = 0;
  bot.beforeLogging('started', () => {
    refused += 1;
    throw new Error('The chain is broken');
  });
  await asked('alert create "Disk 90" disk=90 to=ops@example.com');
  await asked('alert assign "Night watch" de1acmejump01, de1acmeweb01');
  const opening = await asked(
    'firewall create de1 va1 source=10.7.0.0/24 destination=10.99.0.0/24 why="a test"',
  );
  for (const approver of ['U0BEN', 'U0CORA']) await bot.vote(approver, opening, 'approve');
  await bot.live(2 * hour);
  expect(refused).toBeGreaterThan(5);
  expect(bot.changes()).toEqual(before);
});
