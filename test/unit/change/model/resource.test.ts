import { describe, expect, test } from 'vitest';
import { heldBy, keysOf, overlaps, resourceId } from '../../../../src/change/model/resource.ts';

describe('keys overlap others:', () => {
  test.each<[string, readonly string[], readonly string[], boolean]>([
    ['the same key', ['cpu'], ['cpu'], true],
    ['another key', ['cpu'], ['disk'], false],
    ['one of two', ['cpu'], ['cpu', 'memory'], true],
    ['existence, which covers all', ['existence'], ['cpu', 'memory'], true],
    ['a field of a resource that ends as a whole', ['cpu'], ['existence'], true],
  ])('%s', (_, set, of, meets) => {
    expect([overlaps(set, of), overlaps(of, set)]).toEqual([meets, meets]);
  });

  test('a step without keys sets all of them', () => {
    expect([keysOf({}), keysOf({ keys: [] }), keysOf({ keys: ['cpu'] })]).toEqual([
      ['existence'],
      ['existence'],
      ['cpu'],
    ]);
  });
});

test('the id of a resource depends on its account, kind and key, not on the order in the key', () => {
  const subject = { kind: 'firewall between', dc: 'de1', id: 'f1' };
  expect(resourceId('acme', { id: 'f1', kind: 'firewall between', dc: 'de1' })).toBe(
    resourceId('ACME', subject),
  );
  const others = [
    resourceId('ACDV', subject),
    resourceId('ACME', { ...subject, kind: 'firewall inside' }),
    resourceId('ACME', { ...subject, id: 'f2' }),
  ];
  expect(new Set([...others, resourceId('ACME', subject)]).size).toBe(4);
});

test('a claim raises the version of a resource', () => {
  const by = { change: 'c1', index: 0 };
  const resource = { id: 'r', version: 3, ends: ['e1'] };
  expect(heldBy({ resources: [resource], by })).toEqual([{ ...resource, version: 4, holder: by }]);
});
