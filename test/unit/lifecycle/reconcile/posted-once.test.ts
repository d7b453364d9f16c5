import { expect, test } from 'vitest';
import { minute } from '../../../../src/core/clock.ts';
import { place } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * A click runs its change at once, and its job comes again: after six minutes if its worker died, sooner if Slack was away. The sweeper
 * posts the result before, from two minutes on. It is posted once.
 */

const cloud = await cloudOfFile(quick);
const second = 1000;

/** A bot whose change was previewed, and which is swept this long after the click. */
async function previewed(sweep: number) {
  cloud.control.reset();
  cloud.control.set(quick);
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', 'alert assign "Night watch" de1acmejump01');
  bot.nextSweep = bot.now() + sweep * second;
  const results = () =>
    bot.said.filter(
      ({ to, how, text }) => to === place && how !== 'edit' && text.includes('Assigned alert policy'),
    );
  const isStored = async () =>
    (await bot.ports.changes.get(id))?.messages.some(({ view }) => view === 'result') ?? false;
  return { bot, id, results, isStored };
}

test.each([110, 200])(
  'wherever its worker dies, the result is posted once if it is swept after %i s',
  async (sweep) => {
    for (const performed of [true, false]) {
      for (let from = 1, isMet = true; isMet; from += 1) {
        const { bot, id, results, isStored } = await previewed(sweep);
        bot.begin({ of: 'worker', from, calls: 1, performed });
        await bot.press('U0ANA', 'confirm', id);
        isMet = bot.calls.table >= from;
        bot.begin();
        // Slack can't post at most once: one that died between the post and its storage leaves one too many.
        const isLeft = results().length > 0 && !(await isStored());
        await bot.live(20 * minute);
        // The requester alone reads of an outcome that is unknown.
        const isDone = bot.stateOf(id)?.steps[0]?.outcome === 'done';
        const most = isDone ? 1 : 0;
        const posted = isLeft ? most + 1 : most;
        expect({ from, performed, posted: results().length }).toEqual({ from, performed, posted });
      }
    }
  },
);

test.each([110, 150, 200])(
  'the result is posted once if Slack is away for three minutes and it is swept after %i s',
  async (sweep) => {
    const { bot, id, results } = await previewed(sweep);
    bot.begin({ of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
    await bot.press('U0ANA', 'confirm', id);
    await bot.live(3 * minute);
    bot.begin();
    await bot.live(20 * minute);
    expect(results()).toHaveLength(1);
  },
);
