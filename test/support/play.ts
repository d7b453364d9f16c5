import { expect } from 'vitest';
import { operations } from '../../src/operations/index.ts';
import type { Outcome } from './outcome.ts';
import type { Row, Seen } from './rows.ts';
import type { TestSkydesk } from './test-skydesk.ts';

/** A person's acts, in order. */
export type Acts = Pick<Row, 'types' | 'presses' | 'approved' | 'later'>;

/**
 * The examples of the operations, except for those that don't call the cloud API, and those with a prerequisite: a change with an
 * end, several commands, changes made outside Skydesk.
 */
export const examples: readonly (Acts & { readonly operation: string; readonly changes: boolean })[] =
  operations
    .filter(({ id, offline }) => !offline && !['extend', 'end', 'keep', 'plan', 'changed.adopt'].includes(id))
    .map(({ id, example, needs }) => ({
      operation: id,
      changes: needs !== 'nothing',
      types: example,
      ...(needs !== 'nothing' && { presses: ['decide:confirm'] }),
      ...(needs === 'approval' && { approved: true }),
      later: true,
    }));

/** Types the line, clicks the buttons, and approves if necessary. Resolves to an outcome for each act. */
export async function play(
  bot: TestSkydesk,
  { types, presses = [], approved, later = false }: Acts,
): Promise<Outcome[]> {
  const outcomes = [await bot.type('ana', types)];
  for (const button of presses) outcomes.push(await bot.press('ana', button, { later }));
  if (approved) {
    outcomes.push(await bot.press('ben', 'Review'));
    outcomes.push(
      await bot.outcomeOf(async () => {
        const { outcome } = await bot.slack.submit('ben', { Comment: 'Go' });
        return outcome === 'closed' ? { ok: true } : { ok: false, error: outcome };
      }, later),
    );
  }
  return outcomes;
}

/**
 * The messages of an act; the picture on an open card comes as a file in its thread and in an edit of its own, whenever it is drawn
 * (pictures.test.ts).
 */
export const withoutPictureEdits = ({ said }: Outcome) =>
  said.filter(({ lines }) => !(lines.includes('[Review]') && lines.some(isPicture)) && !lines.some(isFile));

/** The messages of acts, for a comparison, without pictures. */
export const shown = (outcomes: readonly Outcome[]) =>
  outcomes
    .flatMap(withoutPictureEdits)
    .map(({ to, lines }) => ({ to, lines: lines.filter((line) => !isPicture(line)) }));

const isFile = (line: string): boolean => /^📎 What #\d+ opens$/.test(line);
const isPicture = (line: string): boolean => line.startsWith('Picture: ');

/** Returns the expected messages, for a comparison. */
export function expected({ to, lines, more }: Seen) {
  const expectedLines = lines.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line)));
  return { to, lines: more ? expect.arrayContaining(expectedLines) : expectedLines };
}
