import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';

/* What an alert policy would create is refused if it is there already, with who created it. */

const cloud = await cloudOfFile();

const create = 'alert create Busy cpu=90 memory=80 for=10m to=ops@example.com,web@example.com';

/** A bot with which Ana created an alert policy; `answer` is what she reads when she types a line. */
async function created() {
  const bot = new InMemoryBot(cloud);
  await bot.press('U0ANA', 'confirm', await bot.type('U0ANA', create));
  const answer = async (line: string): Promise<string> => {
    await bot.type('U0BEN', line);
    return bot.said.at(-1)?.text ?? '';
  };
  return { bot, answer };
}

test.each([
  ['the same', create],
  [
    'the same in other words',
    'alert create Busy memory=80 cpu=90 for=cpu:10m,memory:10m to=web@example.com,ops@example.com',
  ],
])('an alert policy is refused if it is there already: %s', async (_, line) => {
  const { bot, answer } = await created();
  const said = await answer(line);
  expect(said).toMatch(
    /Alert policy “Busy” with these settings is there already: \w{8}\. Nothing to change\./,
  );
  expect(said).toContain('U0ANA created it');
  expect(bot.changes()).toHaveLength(1);
});

test.each([
  ['another name', create.replace('Busy', 'Busier')],
  ['another threshold', create.replace('90', '95')],
  ['another recipient', create.replace('web@', 'db@')],
])('an alert policy with %s is another one', async (_, line) => {
  const { answer } = await created();
  expect(await answer(line)).toContain('Create Policy');
});

test('one that ends by itself says when, and offers to keep it', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.press('U0ANA', 'confirm', await bot.type('U0ANA', `${create} ends=2h`));
  await bot.type('U0BEN', create);
  expect(bot.said.at(-1)?.text).toMatch(/is there already until .* UTC: \w{8}\..*Keep It…/);
});

test('a plan may delete what it makes again', async () => {
  const { answer } = await created();
  expect(await answer(`plan "alert delete Busy\n${create}"`)).toContain('2. Create alert policy Busy');
});
