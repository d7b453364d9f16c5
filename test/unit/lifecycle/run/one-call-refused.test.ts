import { expect, test } from 'vitest';
import { hour } from '../../../../src/core/clock.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* One call of the table fails, whichever it is: what a person confirmed is done and logged once, and its outcome is known. */

const cloud = await cloudOfFile(quick);

/** Confirms a change. The call of the table at this position, from 1, fails. Resolves to whether it came so far. */
async function confirmed(line: string, from: number, performed: boolean): Promise<boolean> {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', line);
  bot.begin({ of: 'table', from, calls: 1, performed });
  await bot.press('U0ANA', 'confirm', id);
  const isReached = bot.calls.table >= from;
  bot.begin();
  await bot.live(hour);
  const events = bot.log().flatMap(({ request, event }) => (request === id ? [event] : []));
  expect([from, bot.stateOf(id)?.status, events]).toEqual([
    from,
    'done',
    ['previewed', 'started', 'applied'],
  ]);
  expect(bot.deadLetters).toEqual([]);
  return isReached;
}

test.each([
  ['is refused', false],
  ['is made, and its answer is lost', true],
])('a change is done and logged once if one call of the table %s', async (_, performed) => {
  let from = 1;
  while (await confirmed(`alert create "Disk ${from}" disk=85 to=ops@example.com`, from, performed))
    from += 1;
  expect(from).toBeGreaterThan(9);
});
