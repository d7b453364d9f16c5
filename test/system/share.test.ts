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
