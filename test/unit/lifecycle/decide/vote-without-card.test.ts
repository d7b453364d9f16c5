import { expect, test } from 'vitest';
import { minute } from '../../../../src/core/clock.ts';
import { castVote } from '../../../../src/lifecycle/decide/vote.ts';
import { SlackRejection } from '../../../../src/slack/api/slack-rejection.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { castOn } from '../../../support/made/clicks.ts';
import { noon, request } from '../../../support/made/requests.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * Slack is away while a request is confirmed. It is stored without a card, and approvers find it in `approvals` and on Home before the
 * sweeper posts one.
 */

const cloud = await cloudOfFile(quick);
const slackAway = { of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false } as const;
const line = 'ip add DE1ACMEWEB03 tcp/22 why=test';

/** A request whose confirmation met an outage of Slack. */
async function withoutCard() {
  const bot = new TimedBot(cloud);
  const id = await bot.type('U0ANA', line);
  bot.begin(slackAway);
  await bot.press('U0ANA', 'confirm', id);
  expect(bot.stateOf(id)).toMatchObject({ status: 'open', cards: [] });
  return { bot, id };
}

test.each(['approve', 'reject'] as const)(
  'the card of a request is posted before a vote to %s counts',
  async (vote) => {
    const { bot, id } = await withoutCard();
    bot.begin();
    await bot.vote('U0BEN', id, vote);
    const state = bot.stateOf(id);
    expect(state?.cards).toHaveLength(1);
    expect(state?.votes.map(({ person }) => person)).toEqual(['U0BEN']);
    await bot.live(20 * minute);
    expect(bot.cards({ known: true })).toHaveLength(1);
    expect(bot.cards({ known: false })).toHaveLength(1);
  },
);

test('a vote while Slack is still away counts once the card is posted', async () => {
  const { bot, id } = await withoutCard();
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)?.votes).toEqual([]);
  bot.begin();
  await bot.live(10 * minute);
  expect(bot.stateOf(id)?.votes.map(({ person }) => person)).toEqual(['U0BEN']);
  expect(bot.cards({ known: true })).toHaveLength(1);
});

test('a vote doesn’t count if Slack refuses the card, and says how to get it posted', async () => {
  const asked = request();
  const { kept, changes } = changesInMemory(asked);
  const send = async () => Promise.reject(new SlackRejection('channel_not_found'));
  const { deps } = memory({ service: connected(cloud), changes, messenger: { send }, clock: () => noon });
  const said = words((await castVote(castOn(asked, { vote: 'reject' }), deps)).deliveries);
  expect(said).toContain('The request couldn’t be posted to #approvals. Your vote wasn’t counted.');
  expect(said).toContain('Invite Skydesk to that channel');
  expect(kept.get(asked.id)?.status).toBe('open');
});
