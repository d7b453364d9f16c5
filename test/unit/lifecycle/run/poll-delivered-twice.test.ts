import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * The poll that finds a public IP added is delivered twice, because its worker died or the queue repeats it. The cloud API gives out an
 * address again, so the step that adds one closes the ends that wait there, but never its own.
 */

const cloud = await cloudOfFile(quick);
const server = 'de1acmeweb03';
const line = `ip add ${server} tcp/443 ends=2h`;

const addresses = () => publicAddresses(cloud, server);

test('wherever the worker of a poll dies, the address is removed at its end', async () => {
  const before = await addresses();
  for (const performed of [true, false]) {
    for (let from = 1, isMet = true; isMet; from += 1) {
      const bot = new InMemoryBot(cloud);
      const id = await bot.type('U0ANA', line);
      await bot.press('U0ANA', 'confirm', id);
      bot.begin({ of: 'worker', from, calls: 1, performed });
      await bot.deliverNext();
      isMet = bot.calls.table >= from;
      bot.begin();
      await bot.pass(10);
      bot.later(110 * 60_000);
      await bot.pass(20);
      const found = {
        from,
        performed,
        end: bot.stateOf(id)?.steps[0]?.end?.status,
        addresses: await addresses(),
      };
      expect(found).toEqual({ from, performed, end: 'ended', addresses: before });
    }
  }
});
