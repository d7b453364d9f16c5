import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differences } from '../../../src/drift/compare.ts';
import type { Watched, WatchedResources } from '../../../src/drift/watched-state.ts';
import { hashOf } from '../../../src/watch/snapshot-hash.ts';

const watched = (id: string, content: unknown): Watched => ({
  subject: { kind: 'alert policy', id },
  content,
});

/** Snapshots of a few resources, so that two of them have many in common. */
const snapshots = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom(1, [2], { x: 3 }))
  .map(
    (contents): WatchedResources =>
      Object.fromEntries(Object.entries(contents).map(([id, content]) => [id, watched(id, content)])),
  );

/** A snapshot after these differences. */
const applied = (before: WatchedResources, found: ReturnType<typeof differences>): WatchedResources =>
  Object.fromEntries(
    [
      ...Object.entries(before).filter(([id]) => !found.some((difference) => difference.id === id)),
      ...found.flatMap(({ id, after }) => (after ? [[id, after] as const] : [])),
    ].sort(),
  );

test('the differences turn the earlier snapshot into the later one, and name each resource once', () => {
  fc.assert(
    fc.property(snapshots, snapshots, (before, after) => {
      const found = differences(before, after);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      expect(hashOf(applied(before, found))).toBe(hashOf(after));
      expect(found.length === 0).toBe(hashOf(before) === hashOf(after));
    }),
  );
});

test('a change that was reverted is no difference, in whatever order it is read', () => {
  fc.assert(
    fc.property(snapshots, (before) => {
      const again = Object.fromEntries(Object.entries(structuredClone(before)).reverse());
      expect(differences(before, again)).toEqual([]);
      expect(hashOf(again)).toBe(hashOf(before));
    }),
  );
});

test('the reverse differences are of the same resources', () => {
  fc.assert(
    fc.property(snapshots, snapshots, (before, after) => {
      const turned = differences(after, before).map(({ before: after, after: before, ...more }) => ({
        ...more,
        before,
        after,
      }));
      expect(turned).toEqual(differences(before, after));
    }),
  );
});
