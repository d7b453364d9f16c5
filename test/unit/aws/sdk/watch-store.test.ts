import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { watchesIn } from '../../../../src/aws/sdk/watch-store.ts';
import { type FindingSet, type ReadPart, SnapshotTooLarge } from '../../../../src/drift/findings.ts';
import type { SnapshotHead, WatchedResources } from '../../../../src/drift/watched-state.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

const local = awsOfFile();
const watches = () => watchesIn(ownTable(local.aws));

const kind = 'alert policy';
const head = (version: number, hash: string): SnapshotHead => ({
  kind,
  version,
  takenAt: version * 1000,
  seq: version,
  hash,
  form: 1,
});
const resources = (content: unknown): WatchedResources => ({ a: { subject: { kind, id: 'a' }, content } });
const found = (to: number, account: string): FindingSet => ({
  ...{ id: `f${to}`, account, kind, from: 0, to },
  findings: [{ subject: { kind, id: 'a' }, by: { kind: 'outside' } }],
});

test('a snapshot is read as stored, for the account in any case', async () => {
  expect(await watches().heads('A0')).toEqual([]);
  expect(await watches().save('a0', { head: head(1, 'h1'), resources: resources(1) })).toBe(true);
  expect(await watches().heads('A0')).toEqual([head(1, 'h1')]);
  expect(await watches().resources('A0', head(1, 'h1'))).toEqual(resources(1));
  expect(await watches().heads('ACDV')).toEqual([]);
});

test('of two watches that end at once, one is stored with its findings, and the other with nothing', async () => {
  await watches().save('A1', { head: head(1, 'h1'), resources: resources(1) });
  const writes = [2, 3].map((content) => ({
    head: head(2, `h${content}`),
    resources: resources(content),
    found: found(content, 'A1'),
  }));
  const stored = await Promise.all(writes.map((write) => watches().save('A1', write)));
  expect(stored.toSorted()).toEqual([false, true]);
  const winner = writes[stored.indexOf(true)];
  expect(await watches().heads('A1')).toEqual([winner?.head]);
  expect(await watches().findings('A1', 0)).toEqual([winner?.found]);
});

test('a head without its content has no resources, not those of another watch', async () => {
  await watches().save('A2', { head: head(1, 'h1'), resources: resources(1) });
  await watches().save('A2', { head: head(2, 'h1') });
  expect(await watches().resources('A2', head(2, 'h1'))).toEqual(resources(1));
  expect(await watches().resources('A2', head(3, 'h2'))).toBeUndefined();
});

test('findings are read from a time on, oldest first', async () => {
  for (const version of [1, 2, 3])
    await watches().save('A3', { head: head(version, 'h1'), found: found(version * 1000, 'A3') });
  expect(await watches().findings('A3', 2000)).toEqual([found(2000, 'A3'), found(3000, 'A3')]);
  expect(await watches().findings('ACDV', 0)).toEqual([]);
});

test('of two workers that report something at once, one stores it', async () => {
  expect(await watches().messages('A5')).toBeUndefined();
  const told = ['2026-11-26', '2026-11-27'].map((day) => ({
    version: 1,
    digest: { day, from: 0, until: 1 },
  }));
  const stored = await Promise.all(told.map((one) => watches().saveMessages('a5', one)));
  expect(stored.toSorted()).toEqual([false, true]);
  expect(await watches().messages('A5')).toEqual(told[stored.indexOf(true)]);
});

test('of two people who adopt something at once, one is its owner, and both get that one’s name', async () => {
  const adoptions = ['U0ANA', 'U0BEN'].map((person) => ({ person, at: 1, reason: 'Ours' }));
  const kept = await Promise.all(adoptions.map((one) => watches().adopt('A6', 'f1', one)));
  expect(kept[0]).toEqual(kept[1]);
  expect(adoptions).toContainEqual(kept[0]);
  expect((await watches().adoptions('A6')).get('f1')).toEqual(kept[0]);
});

test('a snapshot that is too large for an item is not stored in part', async () => {
  const large = resources(randomBytes(400_000).toString('hex'));
  await expect(async () => watches().save('A4', { head: head(1, 'h1'), resources: large })).rejects.toThrow(
    SnapshotTooLarge,
  );
  expect(await watches().heads('A4')).toEqual([]);
});

test('the parts of a reading are read in their order, without those of another reading or kind', async () => {
  const reading = (parts: number, takenAt = 5) => ({ takenAt, seq: 1, form: 1, upTo: 'x', parts, left: 9 });
  const part = (id: string): ReadPart => ({ resources: [{ subject: { kind, id }, content: 1 }], unread: [] });
  for (const [at, id] of ['a', 'b', 'c'].entries())
    await watches().save('A8', { head: { ...head(at + 1, 'h'), reading: reading(at + 1) }, part: part(id) });
  await watches().save('A8', { head: { ...head(4, 'h'), reading: reading(1, 6) }, part: part('other') });
  expect(await watches().parts('A8', kind, reading(3))).toEqual(['a', 'b', 'c'].map(part));
  expect(await watches().parts('A8', 'public address', reading(3))).toEqual([]);
});

test('a part whose head lost a race isn’t stored', async () => {
  const reading = { takenAt: 5, seq: 1, form: 1, upTo: 'x', parts: 1, left: 9 };
  const write = { head: { ...head(1, 'h'), reading }, part: { resources: [], unread: [] } };
  expect(await watches().save('A9', { head: head(1, 'h') })).toBe(true);
  expect(await watches().save('A9', write)).toBe(false);
  expect(await watches().parts('A9', kind, reading)).toEqual([]);
});
