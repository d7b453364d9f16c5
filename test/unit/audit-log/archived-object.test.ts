import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archivedObject, type Image } from '../../../src/audit-log/archived-object.ts';

const key = { pk: { S: 'ledger#ACME' }, sk: { S: '000000000007' } };
const attributes = fc.dictionary(
  fc.string().filter((name) => name !== 'pk' && name !== 'sk'),
  fc.oneof(
    fc.string().map((S) => ({ S })),
    fc.integer().map((N) => ({ N: String(N) })),
    fc.array(fc.string().map((S) => ({ S }))).map((L) => ({ L })),
  ),
);

test('the object of an entry holds all of the item, under its account, its number and the SHA-256 of the object', () => {
  fc.assert(
    fc.property(attributes, (more) => {
      const item: Image = { ...more, ...key };
      const object = archivedObject(item);
      const sha256 = createHash('sha256')
        .update(object?.body ?? '')
        .digest('hex');
      expect(object?.key).toBe(`ACME/000000000007-${sha256}.json`);
      expect(JSON.parse(object?.body ?? '')).toEqual(JSON.parse(JSON.stringify(item)));
    }),
  );
});

test('the same content is the same object, in whichever order a stream or a query has its attributes', () => {
  fc.assert(
    fc.property(attributes, (more) => {
      const item: Image = { ...more, ...key };
      const reversed = Object.fromEntries(Object.entries(item).reverse());
      expect(archivedObject(reversed)).toEqual(archivedObject(item));
    }),
  );
});

test.each<[string, Image]>([
  ['the head of a log', { ...key, sk: { S: 'head' } }],
  ['a number of another length', { ...key, sk: { S: '0000000000071' } }],
  ['a change', { ...key, pk: { S: 'change#7' } }],
  ['a name that no object can have', { ...key, pk: { S: `ledger#${'A'.repeat(1_000)}` } }],
  ['an item without a key', {}],
])('is none of %s', (_, item) => {
  expect(archivedObject(item)).toBeUndefined();
});
