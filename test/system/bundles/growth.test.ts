import { afterAll, beforeAll, expect, test } from 'vitest';
import { ours } from '../../../scripts/bench/baselines.ts';
import { jobsEvent } from '../../../scripts/bench/events.ts';
import { pastServerCacheMs } from '../../../scripts/bench/growth.ts';
import { type StandIns, startStandIns } from '../../../scripts/bench/stand-ins.ts';
import { startWarmProcess, type WarmProcess } from '../../../scripts/bench/warm.ts';

let standIns: StandIns;
let worker: WarmProcess;
beforeAll(async () => {
  standIns = await startStandIns();
  worker = startWarmProcess(ours('worker'), standIns, pastServerCacheMs);
  await worker.run([jobsEvent(['alert list'])]);
});
afterAll(async () => {
  worker.close();
  await standIns.close();
});

/** Slack takes 50 blocks, and a message of no more than some 40,000 characters without its tables. */
const mostBytes = 64 * 1024;

/** The calls of one command, and the size of its answer, with this many of everything. */
async function asking(line: string, size: number) {
  standIns.size = size;
  const before = new Map([...standIns.calls].map(([what, { times }]) => [what, times]));
  await worker.run([jobsEvent([line])]);
  const calls = [...standIns.calls].map(
    ([what, { times }]) => [what, times - (before.get(what) ?? 0)] as const,
  );
  return {
    calls: Object.fromEntries(calls.filter(([, times]) => times > 0)),
    bytes: standIns.calls.get('/api/chat.postEphemeral')?.mostBytes ?? 0,
  };
}

test.each([
  ['an invoice of 10,000 lines', 'invoice 2026-10', 10_000],
  ['5,000 alert policies', 'alert list', 5_000],
  ['5,000 servers', 'server find web', 5_000],
  ['5,000 entries on record', 'history', 5_000],
])('%s: as many calls as for ten, and an answer that Slack takes', async (_, line, size) => {
  const few = await asking(line, 10);
  const many = await asking(line, size);
  expect(many.calls).toEqual(few.calls);
  expect(many.calls['/api/chat.postEphemeral']).toBe(1);
  expect(many.bytes).toBeLessThanOrEqual(mostBytes);
});

test('a search of the audit log reads a page for each thousand entries', async () => {
  expect((await asking('history what=firewall', 10)).calls.Query).toBe(1);
  expect((await asking('history what=firewall', 5_000)).calls.Query).toBe(5);
});
