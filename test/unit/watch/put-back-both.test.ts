import { expect, test } from 'vitest';
import { again, watchedCloud } from './watched.ts';

/* A policy whose lists were changed and that was enabled or disabled is put back as a whole, by one change. */

const { account, watched } = await watchedCloud();
const { firewall } = account;
const minute = 60_000;

test.each([true, false])('a policy is put back as a whole, enabled or not: %s', async (enabled) => {
  const [{ id } = { id: '' }] = await firewall.list('de1');
  await firewall.update('de1', id, { enabled });
  const now = async () => {
    const { enabled, ports } = await firewall.get('de1', id);
    return { enabled, ports: ports.toSorted() };
  };
  const before = await now();
  const bot = await watched();
  await firewall.update('de1', id, { enabled: !enabled, ports: ['tcp/22'] });
  await again(bot);
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

  await again(bot);
  await bot.type('U0ANA', 'changed');
  expect(bot.said.at(-1)?.text).not.toContain('Put It Back');
});
