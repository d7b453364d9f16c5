import fc from 'fast-check';
import { expect, test } from 'vitest';
import { heard } from '../support/made/heard.ts';
import { sentences } from '../support/made/sentences.ts';
import { misheard } from '../support/oracle/spoken.ts';
import { patience, seed, tries } from './seeds.ts';

test(
  'no sentence of random words opens more, longer, elsewhere or for others than it says',
  () => {
    fc.assert(
      fc.property(sentences, (sentence) => {
        expect(misheard(sentence, heard(sentence) ?? '')).toEqual([]);
      }),
      { numRuns: tries(10_000), seed },
    );
  },
  patience(300_000),
);
