import { expect, test } from 'vitest';
import { changes, freshSkydesk } from '../support/index.ts';

const bot = await freshSkydesk({ alone: true });

const unreachable = '❌ Skydesk couldn’t reach the cloud API.';
const again = 'Try again in a minute.';

test('while the cloud API is down, a change is never sent, and reads say so', async () => {
  await bot.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await bot.cloud?.close();
  const change = await bot.press('ana', 'decide:confirm');
  expect(change.said.map(({ to, lines }) => ({ to, lines }))).toEqual([
    {
      to: 'only ana',
      lines: [unreachable, `Nothing was changed. ${again}`, '[Try Again] · [Open Form]'],
    },
  ]);
  expect(changes(change)).toEqual([]);
  const read = await bot.type('ana', 'alert list');
  expect(read.said.map(({ to, lines }) => ({ to, lines }))).toEqual([
    { to: 'only ana', lines: [unreachable, again, '[Try Again]'] },
  ]);
});
