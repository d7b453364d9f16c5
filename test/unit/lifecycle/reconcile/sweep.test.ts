import { describe, expect, test } from 'vitest';
import { AwsError } from '../../../../src/aws/lambda/aws-error.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { endId, reconcileId } from '../../../../src/change/model/ids.ts';
import { NewerTable } from '../../../../src/change/model/newer-table.ts';
import { lookAhead } from '../../../../src/change/model/time-limits.ts';
import { maxConcurrency } from '../../../../src/core/map-concurrently.ts';
import { sweep } from '../../../../src/lifecycle/reconcile/sweep.ts';
import type { QueuedJob } from '../../../../src/queue/job.ts';
import { memory } from '../../../support/in-memory/memory.ts';
import { endOf, endStart } from '../../../support/made/ends.ts';
import { noon, posted, refsOf, request } from '../../../support/made/requests.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Sweeps these changes and two ends at `now`. Resolves to the jobs that it sends, and its log. */
async function swept(
  now: number,
  changes: readonly Change[],
  { restoredAt, queueAway = false }: { restoredAt?: number; queueAway?: boolean } = {},
) {
  const { deps, logged, state } = memory();
  state.now = now;
  const sent: QueuedJob[] = [];
  const delays: (number | undefined)[] = [];
  const send = async (job: QueuedJob, delay?: number): Promise<void> => {
    if (queueAway) throw new AwsError('AccessDeniedException');
    sent.push(job);
    delays.push(delay);
  };
  const ends = [endOf({}, 'l1'), endOf({ step: { startsAt: endStart + 900 * hour } }, 'l2')];
  let read = 0;
  const waiting = async (until = Number.POSITIVE_INFINITY) => {
    const refs = refsOf(...changes, ...ends).filter(({ wakesAt }) => wakesAt <= until);
    read = refs.length;
    return refs;
  };
  await sweep({ ...deps, restoredAt, queue: { send }, changes: { waiting } });
  return { sent, delays, read, logged: logged.map((line) => JSON.parse(line)) };
}

const open = request({ id: 'r1', messages: [posted('card', '1')] });

describe('the sweeper', () => {
  test('sends a job for each change that is due, and for nothing else', async () => {
    const { sent, logged } = await swept(noon, [open, request({ id: 'r2' })]);
    expect(sent.map(({ id }) => id)).toEqual(['r2:due']);
    expect(sent[0]).toMatchObject({ kind: 'reconcile', change: 'r2' });
    expect(logged).toEqual([
      { event: 'swept', due: 1, overdue: 0, failures: 0, stuck: 0, oldest_seconds: 0 },
    ]);
  });

  test.each<[string, number, number | undefined]>([
    ['its time has come', 0, 0],
    ['a millisecond is left', 1, 1],
    ['a minute is left', minute, 60],
    ['the next sweep may come too late', lookAhead, 300],
    ['the next sweep is early enough', lookAhead + 1, undefined],
  ])('sends a job for the time of a start: %s', async (_, left, delay) => {
    const later = request({ id: 'r3', status: 'approved', since: noon - hour }, { startsAt: noon });
    const { sent, delays } = await swept(noon - left, [later]);
    expect(sent.map(({ id }) => id)).toEqual(delay === undefined ? [] : ['r3:due']);
    expect(delays).toEqual(delay === undefined ? [] : [delay]);
  });

  test('reads nothing that wakes later than in an hour', async () => {
    const starting = (id: string, startsAt: number) =>
      request({ id, status: 'approved', since: noon - hour, expires: noon + 900 * hour }, { startsAt });
    const { read } = await swept(noon, [
      starting('r3', noon + hour),
      starting('r4', noon + hour + 1),
      starting('r5', noon + 99 * hour),
    ]);
    expect(read).toBe(1);
  });

  test('sends a job for each due end, and counts an overdue one as overdue, not as stuck', async () => {
    const { sent, logged } = await swept(endStart + 130 * minute, []);
    const change = endId('l1');
    expect(sent).toMatchObject([{ kind: 'reconcile', id: `${change}:due`, change }]);
    expect(logged).toEqual([
      { event: 'swept', due: 1, overdue: 1, failures: 0, stuck: 0, oldest_seconds: 0 },
    ]);
    const before = await swept(endStart + 130 * minute - 1, []);
    expect(before.logged).toMatchObject([{ overdue: 0 }]);
  });

  test('does not count an end as overdue that is over and not reported yet', async () => {
    const over = endOf(
      { status: 'done', due: ['log'], reversal: { notification: { count: 1, at: endStart } } },
      'l3',
    );
    const { sent, logged } = await swept(endStart + 130 * minute, [over]);
    expect(sent.map(({ id }) => id)).toEqual([endId('l3'), endId('l1')].map(reconcileId));
    expect(logged).toMatchObject([{ overdue: 1 }]);
  });

  test('counts changes that are stuck for ten minutes, and how long the oldest has waited', async () => {
    const approved = request({ id: 'r3', status: 'approved', since: noon });
    expect((await swept(noon + 9 * minute, [approved])).logged.at(-1)).toMatchObject({ stuck: 0 });
    expect((await swept(noon + 10 * minute, [approved])).logged.at(-1)).toMatchObject({
      stuck: 1,
      oldest_seconds: 600,
    });
  });

  test('sends a job for each request from before the time to which the table was restored', async () => {
    const { sent } = await swept(noon, [open], { restoredAt: noon + hour });
    expect(sent.map(({ id }) => id)).toEqual(['r1:due']);
  });

  test('logs each job that it could not send, and counts it all the same', async () => {
    const now = endStart + 130 * minute;
    const { logged } = await swept(now, [request({ id: 'r2', created: now })], { queueAway: true });
    const error = 'AwsError AccessDeniedException';
    expect(logged).toEqual([
      { event: 'sweep failed', change: 'r2', error },
      { event: 'sweep failed', change: endId('l1'), error },
      expect.objectContaining({ event: 'swept', due: 2, overdue: 1, failures: 2 }),
    ]);
  });

  test('sends 2,500 jobs a few at a time', async () => {
    const { deps, logged } = memory();
    let sending = 0;
    let most = 0;
    const send = async (): Promise<void> => {
      sending += 1;
      most = Math.max(most, sending);
      await Promise.resolve();
      sending -= 1;
    };
    const requests = Array.from({ length: 2_500 }, (_, at) => request({ id: `r${at}` }));
    await sweep({ ...deps, queue: { send }, changes: { waiting: async () => refsOf(...requests) } });
    expect(most).toBe(maxConcurrency.store);
    expect(logged.join()).toContain('"due":2500,"overdue":0,"failures":0');
  });
});

test('the sweeper sends nothing if the table belongs to a newer version, and its alarm rings', async () => {
  const { deps, logged } = memory();
  const send = () => Promise.reject(new Error('It is sent'));
  const changes = { waiting: async () => refsOf(open) };
  const newer = { ...deps, changes, queue: { send }, isNewerTable: async () => true };
  await expect(sweep(newer)).rejects.toThrow(NewerTable);
  expect(logged.join()).toContain('"event":"sweep failed"');
  expect(logged.join()).not.toContain('swept');
});
