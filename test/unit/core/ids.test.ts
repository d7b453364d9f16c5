import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  executionId,
  firstLookId,
  homeRefreshId,
  laterLookId,
  narrowerId,
  notOpenedId,
  readSuggestionRef,
  suggestionRef,
} from '../../../src/core/ids.ts';

const job = fc.stringMatching(/^[0-9a-f]{32}$/);
/** The ids that an approval can have: that of the job that asked for it, or of one that it takes the place of. */
const approval = fc.tuple(job, fc.nat(3)).map(([id, times]) => {
  let made = id;
  for (let at = 0; at < times; at += 1) made = narrowerId(made);
  return made;
});

test('what names a suggestion is read back', () => {
  fc.assert(
    fc.property(approval, job, (id, suggestion) => {
      expect(readSuggestionRef(suggestionRef(id, suggestion))).toEqual({ approval: id, suggestion });
    }),
  );
});

test('each look at one job has an id of its own, whatever started it', () => {
  fc.assert(
    fc.property(approval, fc.integer({ min: 2, max: 200 }), (id, last) => {
      for (const started of [id, executionId(id)]) {
        let look = firstLookId(started);
        const looks = new Set([look]);
        for (let at = 2; at <= last; at += 1) {
          look = laterLookId(look, at);
          looks.add(look);
        }
        expect(looks.size).toBe(last);
        expect(look).toBe(`${started}:${last}`);
      }
    }),
  );
});

test('no two jobs that are made from one share an id', () => {
  fc.assert(
    fc.property(approval, (id) => {
      const made = [id, executionId(id), homeRefreshId(id), notOpenedId(id), firstLookId(id), narrowerId(id)];
      expect(new Set(made).size).toBe(made.length);
    }),
  );
});
