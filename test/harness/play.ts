import { expect } from 'vitest';
import type { Bot, Outcome } from './bot.ts';
import type { Row, Seen } from './rows.ts';

/** Types the line, presses, and has it approved where that is needed; one outcome each. */
export async function play(
  bot: Bot,
  { types, presses = [], approved, later = false }: Pick<Row, 'types' | 'presses' | 'approved' | 'later'>,
): Promise<Outcome[]> {
  const outcomes = [await bot.type(types)];
  for (const button of presses) outcomes.push(await bot.press(button, { later }));
  if (approved) {
    outcomes.push(await bot.press('Review', { as: 'ben' }));
    outcomes.push(
      await bot.outcomeOf(async () => {
        const { outcome } = await bot.slack.submit('ben', { Comment: 'Go' });
        return outcome === 'closed' ? { ok: true } : { ok: false, error: outcome };
      }, later),
    );
  }
  return outcomes;
}

/** The expected messages, for a comparison. */
export function expected({ to, lines, more }: Seen) {
  const expectedLines = lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));
  return { to, lines: more ? expect.arrayContaining(expectedLines) : expectedLines };
}
