import { join } from '../../../src/operation/words.ts';
import { understand } from '../../../src/sentence/understand.ts';

/** A Tuesday morning. */
const reader = { now: Date.UTC(2026, 10, 24, 10, 20), zone: 'UTC' };

/** The command that a sentence is understood as, with the options of the forms under its answer; undefined if it isn't understood. */
export function heard(sentence: string): string | undefined {
  const meaning = understand(sentence, reader);
  if (!meaning || 'unclear' in meaning) return undefined;
  const access = Object.entries(meaning.access ?? {});
  const forms = access.flatMap(([key, text]) => (text === undefined ? [] : [{ key, text }]));
  // A question has no options, and nothing that opens.
  return meaning.access === undefined && meaning.words[0]?.text === 'reach'
    ? ''
    : join([...meaning.words, ...forms]);
}
