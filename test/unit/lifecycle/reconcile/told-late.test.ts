import { expect, test } from 'vitest';
import { day, hour, type Millis, minute } from '../../../../src/core/clock.ts';
import { InMemoryBot, place } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { quick } from '../../../support/seeded.ts';

/* The audit log or Slack is away for more than a day. Notifications expire a day after they could be made; a card is made right. */

const cloud = await cloudOfFile(quick);

const slackAway = { of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false } as const;

/** Requests an opening that two people have to approve. */
async function requested(bot: TimedBot): Promise<string> {
  const id = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 tcp/22 why="a test"');
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'approve');
  return id;
}

test.each<[Millis]>([[2 * hour], [25 * hour]])(
  'a change that can’t be logged for %i ms is told, though Slack is away then',
  async (lasts) => {
    const bot = new TimedBot(cloud);
    const id = await requested(bot);
    const until = bot.now() + lasts;
    bot.keepOut('applied', lasts);
    await bot.vote('U0CORA', id, 'approve');
    await bot.live(until - bot.now() - minute);
    expect(bot.stateOf(id)?.status).toBe('done');
    const told = () =>
      bot.said.filter(({ to, how, text }) => to === 'U0ANA' && how === 'message' && /^pushopen/.test(text));
    expect(told()).toEqual([]);
    bot.begin(slackAway);
    await bot.live(12 * minute);
    bot.begin();
    await bot.live(hour);
    expect(told()).toHaveLength(1);
  },
);

test('the card of a request that expired says so, though Slack was away for thirty hours', async () => {
  const bot = new TimedBot(cloud);
  await requested(bot);
  const [shown] = [...bot.messages].filter(([, { to, isCard }]) => to === '#approvals' && isCard);
  await bot.live(7 * hour);
  bot.begin(slackAway);
  await bot.live(day + 6 * hour);
  bot.begin();
  await bot.live(hour);
  expect(bot.messages.get(shown?.[0] ?? '')?.text).toContain('Not opened: 1 of 2 approved in 8 h');
});

test('an end is told in the thread of its change, and so after the change itself', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 tcp/443 ends=2h');
  await bot.press('U0ANA', 'confirm', id);
  bot.later(119 * minute);
  // The answers are lost to the job that stores that the address was added.
  bot.begin({ of: 'table', from: 8, calls: 2, performed: true });
  for (const minutes of [2, 2, 3, 3, 3]) {
    bot.later(minutes * minute);
    await bot.sweep();
  }
  const told = bot.said.flatMap(({ to, text }) =>
    to.startsWith(place) && /^push\w+(Open|Closed)/.exec(text) ? [to] : [],
  );
  expect(told).toEqual([place, expect.stringMatching(`^${place}/`)]);
});
