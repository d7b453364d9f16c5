import fc from 'fast-check';
import { expect } from 'vitest';
import { heard } from '../../support/made/heard.ts';
import { sentences } from '../../support/made/sentences.ts';
import { misheard } from '../../support/oracle/spoken.ts';

/** Draws this many sentences: none may open more, longer, elsewhere or for others than it says. */
export const expectSoundHearing = (numRuns: number): void =>
  fc.assert(
    fc.property(sentences, (sentence) => {
      expect(misheard(sentence, heard(sentence) ?? '')).toEqual([]);
    }),
    { numRuns },
  );
