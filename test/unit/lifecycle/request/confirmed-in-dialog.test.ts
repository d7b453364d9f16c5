import { expect, test } from 'vitest';
import { isChange } from '../../../../src/command-line/form.ts';
import { parseCommand, requestOf } from '../../../../src/command-line/parse-command.ts';
import { operations } from '../../../../src/operations/index.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/index.ts';

/* A person with the bot token can post a button that says anything, and that claims to be confirmed in Slack's dialog. */

const cloud = await cloudOfFile(quick);

/** Somebody clicks a button that claims that its command is confirmed. */
async function clickConfirmed(bot: InMemoryBot, line: string): Promise<void> {
  const confirmed = { isConfirmed: true };
  bot.enqueue({ ...bot.by('U0ANA'), ...requestOf(parseCommand(line)), ...confirmed });
  await bot.settled();
}

const moves = ['end', 'extend'];
const changing = operations.filter((operation) => isChange(operation) && !moves.includes(operation.id));
const plan = { id: 'a plan of an end', example: 'plan "end #1"' };

test.each([...changing, plan])('$id shows a preview', async ({ example }) => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert assign "Disk 80" DE1ACMEWEB03 ends=3h');
  const { length } = bot.changes();
  const before = bot.log().filter(({ event }) => event === 'started').length;
  await clickConfirmed(bot, example);
  expect(bot.changes()).toHaveLength(length);
  expect(bot.log().filter(({ event }) => event === 'started')).toHaveLength(before);
});

test.each(moves)('%s needs none, since its own buttons ask in that dialog', async (verb) => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert assign "Disk 80" DE1ACMEWEB03 ends=3h');
  await clickConfirmed(bot, `${verb} #1${verb === 'end' ? '' : ' 1h'}`);
  expect(bot.log().filter(({ event, operation }) => event === 'started' && operation === verb)).toHaveLength(
    1,
  );
});

test.each([
  ['later', '3h', 'Shorten alert policy Disk 80 assigned to DE1ACMEWEB03 by 2 h?'],
  ['sooner', '02:00', 'by 2 h'],
])('“It ends an hour later” shows a preview if the end was moved %s since', async (_, moved, shown) => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert assign "Disk 80" DE1ACMEWEB03 ends=03:00');
  await bot.decided(`extend #1 ${moved}`);
  await clickConfirmed(bot, 'extend #1 2026-11-22T04:00:00.000Z');
  expect(bot.said.at(-1)?.text).toContain(shown);
  const started = bot.log().filter(({ event, operation }) => event === 'started' && operation === 'extend');
  expect(started).toHaveLength(1);
});
