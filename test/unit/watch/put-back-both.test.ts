import { expect, test } from 'vitest';
import { InMemoryBot } from '../../harness/in-memory-bot.ts';
import { quick } from '../../harness/index.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';

/* A policy whose lists were changed and that was enabled or disabled is put back as a whole, by one change. */

const cloud = await cloudOfFile(quick);
const minute = 60_000;
const { firewall } = connected(cloud).account('ACME');

test.each([true, false])('a policy that was enabled: %s', async (enabled) => {
  cloud.control.reset();
  cloud.control.set(quick);
  const [{ id } = { id: '' }] = await firewall.list('de1');
  await firewall.update('de1', id, { enabled });
  const now = async () => {
    const { enabled, ports } = await firewall.get('de1', id);
    return { enabled, ports: ports.toSorted() };
  };
  const before = await now();
  const bot = new InMemoryBot(cloud, { watch: { accounts: ['ACME'], everyMinutes: 15 } });
  await bot.sweep();
  await firewall.update('de1', id, { enabled: !enabled, ports: ['tcp/22'] });
  bot.later(16 * minute);
  await bot.sweep();
  await bot.type('U0ANA', 'changed');
  const [line = ''] = /plan "[^"]*" why="[^"]*"/.exec(bot.said.at(-1)?.text ?? '') ?? [];

  const request = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', request);
  expect(await now()).toEqual({ enabled: !enabled, ports: ['tcp/22'] });
  for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, request, 'approve');
  for (let step = 0; step < 3; step += 1) {
    bot.later(minute);
    await bot.settled();
  }
  expect(await now()).toEqual(before);

  bot.later(16 * minute);
  await bot.sweep();
  await bot.type('U0ANA', 'changed');
  expect(bot.said.at(-1)?.text).not.toContain('Put It Back');
});
