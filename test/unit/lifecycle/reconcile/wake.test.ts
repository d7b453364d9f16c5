import { expect, test } from 'vitest';
import { AwsError } from '../../../../src/aws/lambda/aws-error.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { endId } from '../../../../src/change/model/ids.ts';
import { lookAhead } from '../../../../src/change/model/time-limits.ts';
import { endNow, extend } from '../../../../src/change/transitions/moving.ts';
import { settle, settleAfter, settleOrLog } from '../../../../src/lifecycle/reconcile/settle.ts';
import { changesInMemory, memory } from '../../../support/in-memory/memory.ts';
import { endOf, endsAt } from '../../../support/made/ends.ts';
import { noon, posted, request, voteOf } from '../../../support/made/requests.ts';

const minute = 60_000;
const by = { job: 'j1' };

/** A worker at `now`, with these changes. */
function workerAt(now: number, ...known: readonly Change[]) {
  const { kept, changes } = changesInMemory(...known);
  const { deps, state, said, sent, logged } = memory({ changes });
  state.now = now;
  const jobs = () => sent.map(({ job: { id }, delay }) => [id, delay]);
  return { deps, state, said, logged, kept, jobs };
}

const starting = (startsAt: number, since: number): Change =>
  request(
    { status: 'approved', since, messages: [posted('card', '1')], votes: [voteOf('U0BEN')] },
    { startsAt },
  );

test.each<[string, number, number | undefined]>([
  ['in half a minute gets the job of its start', 30_000, 30],
  ['before the next sweep gets the job of its start', lookAhead, 300],
  ['after the next sweep is left to that sweep', lookAhead + 1, undefined],
])('an approved change that starts %s', async (_, left, delay) => {
  const { deps, jobs } = workerAt(noon, starting(noon + left, noon));
  await settleAfter('a1', by, deps);
  expect(jobs()).toEqual(delay === undefined ? [] : [['a1:due', delay]]);
});

test('a change that became due while its messages were updated gets its job at once', async () => {
  const { deps, state, jobs } = workerAt(noon, { ...starting(noon + 2000, noon), due: ['card'] });
  const slow = {
    ...deps.messenger,
    edit: async (...edited: Parameters<typeof deps.messenger.edit>) => {
      state.now += 5000;
      return deps.messenger.edit(...edited);
    },
  };
  await settle('a1', { ...deps, messenger: slow });
  expect(jobs()).toEqual([['a1:due', 0]]);
});

test('a change that starts at once gets no second job in case the first one dies: a sweep picks it up', async () => {
  const { deps, jobs } = workerAt(noon, request({ status: 'approved', since: noon }));
  await settleAfter('a1', by, deps);
  expect(jobs()).toEqual([]);
});

test('if the queue does not answer, the change waits for a sweep, and the log says so', async () => {
  const { deps, logged } = workerAt(noon, starting(noon + minute, noon));
  const queue = { send: () => Promise.reject(new AwsError('ThrottlingException')) };
  await settleAfter('a1', by, { ...deps, queue });
  expect(logged.map((line) => JSON.parse(line))).toEqual([
    { event: 'not queued for its time', change: 'a1', error: 'AwsError ThrottlingException' },
  ]);
});

test('a job that comes early by the clock of its worker only sends itself again', async () => {
  const { deps, state, jobs } = workerAt(noon - 300, starting(noon, noon - 60 * minute));
  await settle('a1', deps);
  expect(jobs()).toEqual([['a1:due', 1]]);
  state.now = noon;
  await settle('a1', deps);
  expect(jobs()).toEqual([
    ['a1:due', 1],
    ['a1:run', undefined],
  ]);
});

test('a notice is sent once, however often its job comes', async () => {
  const notice = endsAt - 15 * minute;
  const { deps, said, jobs } = workerAt(notice, endOf());
  for (const _ of [1, 2, 3]) await settle(endId('l1'), deps);
  expect(said.map(({ kind }) => kind)).toEqual(['send', 'post']);
  expect(jobs()).toEqual([]);
});

const noticed = endOf({ reversal: { noticed: true } });

test.each([
  ['an hour later', endsAt + 60 * minute],
  ['30 days later', endsAt + 30 * 24 * 60 * minute],
])('the job of an end that was moved to %s finds nothing to do', async (_, to) => {
  const { deps, said, jobs } = workerAt(endsAt - minute, noticed);
  await deps.changes.change(noticed.id, (end) => extend(end, { from: endsAt, to }, endsAt - minute));
  await settleOrLog(noticed.id, by, deps);
  const told = said.length;
  await settle(noticed.id, { ...deps, clock: () => endsAt });
  expect(jobs()).toEqual([]);
  expect(said).toHaveLength(told);
});

test('an end that is moved by a few minutes gets a job for its new time', async () => {
  const { deps, jobs } = workerAt(endsAt - minute, noticed);
  await deps.changes.change(noticed.id, (end) =>
    extend(end, { from: endsAt, to: endsAt + 2 * minute }, endsAt - minute),
  );
  await settleOrLog(noticed.id, by, deps);
  expect(jobs()).toEqual([[`${noticed.id}:due`, 180]]);
});

test('a change that was ended early has nothing left to do at the end that it had', async () => {
  const { deps, kept, jobs } = workerAt(endsAt - minute, noticed);
  await deps.changes.change(noticed.id, (end) => endNow(end, 'U0ANA', endsAt - minute));
  await settleOrLog(noticed.id, by, deps);
  expect(jobs()).toEqual([[`${noticed.id}:run-2`, undefined]]);
  const ended = kept.get(noticed.id);
  if (ended) kept.set(ended.id, { ...ended, status: 'done' });
  await settle(noticed.id, { ...deps, clock: () => endsAt });
  expect(jobs()).toHaveLength(1);
});
