import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressed, contentIn, contentOf } from '../../../../src/aws/sdk/content.ts';

test('content is read as it was stored, whatever its length', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.string({ unit: 'binary' }), { minLength: 50, maxLength: 200 }),
    fc.string({ minLength: 4_000, maxLength: 4_200 }),
  );
  fc.assert(
    fc.property(values, (value) => {
      const stored = JSON.parse(JSON.stringify(value));
      expect(contentIn({ content: contentOf(value) })).toEqual(stored);
      expect(contentIn({ content: compressed(value) })).toEqual(stored);
    }),
  );
});

test('content of up to 4 KB stays readable, and longer content is compressed', () => {
  expect(contentOf('é'.repeat(2_047))).toBe(JSON.stringify('é'.repeat(2_047)));
  const long = contentOf('é'.repeat(2_048));
  expect(long).toBeInstanceOf(Uint8Array);
  expect(long.length).toBeLessThan(100);
});
