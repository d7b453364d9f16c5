import { expect, test } from 'vitest';
import { botUnderTest, text } from '../harness/index.ts';

const bot = botUnderTest();

test('an answer that one person sees is posted for all by the person who presses Share, with their name', async () => {
  const seen = await bot.type('custom-fields');
  expect(seen.said.map(({ to }) => to)).toEqual(['only ana']);
  const shared = await bot.press('Share to Channel');
  expect(shared.said.map(({ to }) => to)).toEqual(['#cloud-ops']);
  expect(text(shared)).toContain('Shared by Ana Ferreira · /cloud custom-fields');
  expect(shared.said[0]?.lines.slice(0, -1)).toEqual(seen.said[0]?.lines.slice(0, -1));
});

test('where Skydesk is no member nothing is shared, and the person reads what to do', async () => {
  await bot.type('custom-fields', { in: 'general' });
  const refused = await bot.press('Share to Channel');
  expect(refused.said.map(({ to }) => to)).toEqual(['only ana']);
  expect(text(refused)).toContain('nothing was shared.\nInvite it with /invite @Skydesk');
});
