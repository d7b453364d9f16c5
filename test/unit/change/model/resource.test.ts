import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers, heldBy, keysOf, overlaps, resourceId } from '../../../../src/change/model/resource.ts';

const keys = fc.uniqueArray(fc.constantFrom('cpu', 'memory', 'disk', 'existence'), { minLength: 1 });

describe('keys overlap and cover others:', () => {
  test.each<[string, readonly string[], readonly string[], boolean, boolean]>([
    ['the same key', ['cpu'], ['cpu'], true, true],
    ['another key', ['cpu'], ['disk'], false, false],
    ['one of two', ['cpu'], ['cpu', 'memory'], true, false],
    ['both of two, and another', ['cpu', 'memory', 'disk'], ['cpu', 'memory'], true, true],
    ['existence, which covers all', ['existence'], ['cpu', 'memory'], true, true],
    ['a field of a resource that ends as a whole', ['cpu'], ['existence'], true, false],
  ])('%s', (_, set, of, meets, isAll) => {
    expect([overlaps(set, of), covers(set, of)]).toEqual([meets, isAll]);
  });

  test('covered keys overlap, and keys that cover each other are equal, unless one is existence', () => {
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        expect(overlaps(one, other)).toBe(overlaps(other, one));
        if (covers(one, other)) expect(overlaps(one, other)).toBe(true);
        if (covers(one, other) && covers(other, one) && !one.includes('existence'))
          expect([...one].sort()).toEqual([...other].sort());
      }),
    );
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

test('a claim raises the version of a resource, and marks only the ends that it supersedes', () => {
  const ends = ['e1', 'e2'].map((id) => ({ id, keys: ['cpu'], supersededBy: [] }));
  const by = { change: 'c1', index: 0 };
  const resource = { id: 'r', version: 3, ends };
  expect(heldBy({ resource, by, supersedes: ['e2'] })).toEqual({
    id: 'r',
    version: 4,
    holder: by,
    ends: [ends[0], { ...ends[1], supersededBy: [by] }],
  });
});
