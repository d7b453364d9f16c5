import { expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { seenDigest } from '../../../../src/change/model/digest.ts';
import { cancel, confirm } from '../../../../src/change/transitions/click.ts';
import { MemoryTable } from '../../../support/in-memory/memory-table.ts';
import { localAws } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';
import { previewOf } from '../../../support/made/requests.ts';

const start = Date.UTC(2026, 10, 21);
const change = previewOf(
  { id: 'p1', requester: 'U1', expires: start + 1000 },
  {
    raw: { policy: 'x', __proto: 'ü😀', empty: '' },
    undoes: { id: 'p0', subject: { kind: 'alert policy', id: 'x' } },
  },
);

async function pendings() {
  const { aws, table } = await localAws();
  const time = { now: start };
  const changes = changesIn(ownTable(aws), () => time.now);
  await changes.preview(change);
  const decide = (on: string, by: string, decision: keyof typeof decisions, job: string, seen = shown) =>
    changes.decide(on, (preview) => decisions[decision](preview, { by, job, seen }, time.now));
  return { aws, table, time, one: { ...changes, decide } };
}

const decisions = { confirm, cancel };
const shown = seenDigest(change);

const { id } = change;

test('a requester who confirms a preview gets the change as it was stored', async () => {
  const { one } = await pendings();
  const settled = await one.decide(id, 'U1', 'confirm', 'j1');
  expect(settled).toMatchObject({
    change: { ...JSON.parse(JSON.stringify(change)), status: 'confirmed', job: 'j1' },
  });
});

test('the same job gets the same answer again, marked as redelivered', async () => {
  const { one } = await pendings();
  const first = await one.decide(id, 'U1', 'confirm', 'j1');
  expect(await one.decide(id, 'U1', 'confirm', 'j1')).toEqual({ ...first, redelivered: true });
});

test.each([
  ['confirm', 'confirmed before'],
  ['cancel', 'cancelled before'],
] as const)('after a %s, another job is refused with that, whatever it wants', async (decision, refused) => {
  const { one } = await pendings();
  await one.decide(id, 'U1', decision, 'j1');
  expect(await one.decide(id, 'U1', 'confirm', 'j2')).toEqual({ refused });
  expect(await one.decide(id, 'U1', 'cancel', 'j3')).toEqual({ refused });
});

test.each(['confirm', 'cancel'] as const)(
  'nobody else may %s a preview, or learns whether it is decided',
  async (decision) => {
    const { one, time } = await pendings();
    expect(await one.decide(id, 'U2', decision, 'j1')).toEqual({ refused: 'not yours' });
    await one.decide(id, 'U1', 'confirm', 'j2');
    expect(await one.decide(id, 'U2', decision, 'j2')).toEqual({ refused: 'not yours' });
    time.now += 5000;
    expect(await one.decide(id, 'U2', decision, 'j3')).toEqual({ refused: 'not yours' });
  },
);

test.each([
  [undefined, 'previewed'],
  ['confirm', 'confirmed'],
  ['cancel', 'cancelled'],
] as const)('a preview after the decision %s is %s', async (decision, status) => {
  const { one } = await pendings();
  if (decision) await one.decide(id, 'U1', decision, 'j1');
  expect(await one.previewed(id)).toEqual({ ...change, status, ...(decision && { job: 'j1' }) });
});

test('a preview expires to the millisecond', async () => {
  const { one, time } = await pendings();
  time.now = change.expires;
  expect(await one.decide(id, 'U1', 'confirm', 'j1')).toEqual({ refused: 'expired', change });
  time.now = change.expires - 1;
  expect(await one.decide(id, 'U1', 'confirm', 'j1')).toMatchObject({
    change: { ...JSON.parse(JSON.stringify(change)), status: 'confirmed', job: 'j1' },
  });
});

test('a change that was confirmed in time is still found by its job later', async () => {
  const { one, time } = await pendings();
  await one.decide(id, 'U1', 'confirm', 'j1');
  time.now = change.expires + 60_000;
  expect(await one.decide(id, 'U1', 'confirm', 'j1')).toMatchObject({
    change: { ...JSON.parse(JSON.stringify(change)), status: 'confirmed', job: 'j1' },
  });
});

test.each(['none', '', 'receipt#p1', '__proto__'])('“%s” is no preview', async (forged) => {
  const { one } = await pendings();
  expect(await one.decide(forged, 'U1', 'confirm', 'j1')).toEqual({ refused: 'unknown' });
});

test('storing a preview again neither reopens nor changes it', async () => {
  const { one } = await pendings();
  await one.put({ ...change, requester: 'U2', reason: 'to delete everything' });
  expect(await one.decide(id, 'U2', 'confirm', 'j1')).toEqual({ refused: 'not yours' });
  await one.decide(id, 'U1', 'cancel', 'j1');
  await one.preview(change);
  expect(await one.decide(id, 'U1', 'confirm', 'j2')).toEqual({ refused: 'cancelled before' });
});

test('of a hundred decisions at once one wins', async () => {
  const { one } = await pendings();
  const settled = await Promise.all(
    Array.from({ length: 100 }, (_, at) => one.decide(id, 'U1', at % 2 ? 'confirm' : 'cancel', `j${at}`)),
  );
  expect(settled.filter((result) => 'change' in result)).toHaveLength(1);
  const words = new Set(settled.flatMap((result) => ('refused' in result ? [result.refused] : [])));
  expect([['confirmed before'], ['cancelled before']]).toContainEqual([...words]);
});

test('a click whose preview is replaced while it is judged is judged again', async () => {
  const store = changesIn(new MemoryTable(), () => start);
  await store.preview(change);
  const later = { ...change, reason: 'said by a second call' };
  const judged: (string | undefined)[] = [];
  const decided = await store.decide(id, (preview) => {
    judged.push(preview.reason);
    if (judged.length === 1) void store.preview(later);
    return confirm(preview, { by: 'U1', job: 'j1', seen: shown }, start);
  });
  expect(judged).toEqual([change.reason, later.reason]);
  expect(decided).toMatchObject({ refused: 'not seen' });
  expect(await store.previewed(id)).toMatchObject({ status: 'previewed', reason: later.reason });
});

test.each(['confirm', 'cancel'] as const)(
  'a click to %s an earlier preview with its id leaves the later one to its own buttons',
  async (decision) => {
    const { one } = await pendings();
    const later = { ...change, reason: 'said by a second call' };
    await one.preview(later);
    const late = await one.decide(id, 'U1', decision, 'j1', seenDigest(change));
    expect(late).toMatchObject({ refused: 'not seen', change: { reason: later.reason } });
    expect(await one.decide(id, 'U1', decision, 'j2', seenDigest(later))).toHaveProperty('change');
  },
);
