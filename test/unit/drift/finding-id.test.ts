import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findingId, readFindingId } from '../../../src/drift/finding-id.ts';
import { watchedKinds } from '../../../src/drift/watched-state.ts';

test('an id reads back as it was written, in any letter case', () => {
  const times = fc.integer({ min: Date.UTC(2000), max: Date.UTC(2050) });
  fc.assert(
    fc.property(fc.constantFrom(...watchedKinds), times, fc.nat(499), (kind, to, index) => {
      expect(readFindingId(findingId({ kind, to }, index).toUpperCase())).toEqual({ kind, to, index });
    }),
  );
});

test.each(['', 'mi5x3k2w', 'mi5x3k2w-9-0', '195f2e21b90087a4b3313bc144204857'])('“%s” is no id', (text) => {
  expect(readFindingId(text)).toBeUndefined();
});
