import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { note } from '../../../../src/answer/answer.ts';
import { type Change, isWaiting, type Status } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { type EndingChange, endsAtOf, isEnding } from '../../../../src/change/model/ending-change.ts';
import { endId, executionId, rollbackId } from '../../../../src/change/model/ids.ts';
import type { PostedMessage } from '../../../../src/change/model/posted-message.ts';
import { dueSteps, type Step, type StepOutcome } from '../../../../src/change/model/step.ts';
import { wakesAt } from '../../../../src/change/model/wakes-at.ts';
import { endNow, extend, giveWay, tryAgain } from '../../../../src/change/transitions/moving.ts';
import { giveNotice, markOverdue } from '../../../../src/change/transitions/news.ts';
import { claim, end, endLost } from '../../../../src/change/transitions/running.ts';
import { storeTold } from '../../../../src/change/transitions/sent-messages.ts';
import { endOf, endStart, endsAt } from '../../ends.ts';

const minute = 60_000;
const hour = 60 * minute;

const changed = (transition: Transition): EndingChange => {
  if ('refused' in transition) throw new Error(transition.refused);
  if (!isEnding(transition.change)) throw new Error('It undoes by itself');
  return transition.change;
};
const end1 = endId('l1');
const first = executionId(end1, 0);
const second = executionId(end1, 0, 2);
const fiftieth = executionId(end1, 0, 50);
const runBy = (job: string) => ({ job, run: 'r1' });
const begun = () => changed(claim(endOf(), 0, runBy(first), endsAt));
const answer = [note('so')];
const outcome = (kind: StepOutcome['kind'], job = first): StepOutcome => ({ kind, answer, job });
const failure = { job: first, answer, isPassing: true };
const refused = (why: string = expect.any(String)) => ({ refused: why });
const tried = endOf({ step: { attempt: 2 } });
const anHour = { from: endsAt, to: endsAt + hour };
const claimed = (change: Change, job: string, now = endsAt) => claim(change, 0, runBy(job), now);
const ended = (change: Change, kind: StepOutcome['kind']) => end(change, [0], outcome(kind), endsAt);
const interrupted = () => ({ answer, note: 'so' });
const overdue = { ending: { overdue: true } };
const everywhere = ['log', 'messages', 'requester', 'channel', 'thread'];
const over = (status: Status) => endOf({ status }, 'l1');

describe('the end of a step', () => {
  test.each<[sentence: string, transition: () => Transition, expected: object]>([
    [
      'is ending from the moment before its inverse is sent',
      () => claimed(endOf(), first),
      { change: { status: 'running', steps: [{ claimed: { at: endsAt, job: first, run: 'r1' } }] } },
    ],
    [
      'is claimed by the next run of the same job',
      () => claim(begun(), 0, { job: first, run: 'r2' }, endsAt + 1),
      { change: { status: 'running', steps: [{ claimed: { job: first, run: 'r2' } }] } },
    ],
    [
      'is not ended by a job of an earlier attempt',
      () => claimed(tried, first),
      refused('Its end was moved.'),
    ],
    [
      'is ended by the job of the present attempt',
      () => claimed(tried, second),
      { change: { status: 'running' } },
    ],
    ['is not ended by a second job', () => claimed(begun(), 'e2'), refused('It’s being applied.')],
    [
      'does not expire, however late it is made',
      () => claimed(endOf(), first, endsAt + 100 * hour),
      { change: { status: 'running' } },
    ],
    [
      'gives way to the rollback of its plan, and nobody is told',
      () => giveWay(endOf({ due: ['requester', 'channel'] }), endsAt - hour),
      { change: { status: 'superseded', due: undefined, since: endsAt - hour } },
    ],
    [
      'gives way once, however often it is asked',
      () => giveWay(endOf({ status: 'superseded' }), endsAt),
      { change: { status: 'superseded', since: endStart } },
    ],
    ['does not give way while it ends', () => giveWay(begun(), endsAt), refused('It is ending right now.')],
    ['does not give way once it ended', () => giveWay(over('done'), endsAt), refused('It already ended.')],
    [
      'does not give way once somebody changed the thing',
      () => giveWay(over('left'), endsAt),
      refused('Somebody changed it, so it no longer ends by itself.'),
    ],
    [
      'does not give way once its outcome is unknown',
      () => giveWay(over('unknown'), endsAt),
      refused('Its end was already sent, and the outcome is unknown.'),
    ],
    [
      'that gave way is not moved',
      () => extend(over('superseded'), anHour, endsAt),
      refused('It is undone with its plan.'),
    ],
    [
      'that gave way is not ended by a person',
      () => endNow(over('superseded'), 'U0BEN', endsAt),
      refused('It is undone with its plan.'),
    ],
    [
      'that gave way is not ended by a job queued before',
      () => claimed(over('superseded'), first),
      refused(),
    ],
    ['that gave way is not left by a job queued before', () => ended(over('superseded'), 'left'), refused()],
    [
      'that gave way does not wait again for a job that was queued before and reached nothing',
      () => tryAgain(over('superseded'), 0, failure, endsAt),
      refused(),
    ],
    [
      'is closed once its inverse was applied',
      () => ended(begun(), 'done'),
      { change: { status: 'done', due: everywhere, ended: { event: 'ended', job: first } } },
    ],
    [
      'is closed once, however often its job says so',
      () => end(changed(end(begun(), [0], outcome('done'), endsAt)), [0], outcome('done'), endsAt + 1),
      { change: { status: 'done', since: endsAt } },
    ],
    [
      'stays as the first job found it out',
      () =>
        end(
          changed(end(begun(), [0], outcome('unknown', 'sweep'), endsAt)),
          [0],
          outcome('done'),
          endsAt + 1,
        ),
      refused(),
    ],
    [
      'can’t have ended by an attempt that is over',
      () => ended(tried, 'done'),
      refused('Its end was moved.'),
    ],
    [
      'can’t have ended by an attempt that is over, as a poll of it says',
      () => end(tried, [0], outcome('done', `${first}:3`), endsAt),
      refused('Its end was moved.'),
    ],
    [
      'is ended by a poll of what its job started',
      () => end(begun(), [0], outcome('done', `${first}:3`), endsAt),
      { change: { status: 'done' } },
    ],
    [
      'is not left by a job that only looked, once another ends it',
      () => end(begun(), [0], outcome('left', 'e2'), endsAt),
      refused('Another job applies it.'),
    ],
    [
      'is left by the job that was to end it, and has sent nothing',
      () => ended(begun(), 'left'),
      { change: { status: 'left', due: everywhere, ended: { event: 'failed' } } },
    ],
    ['is left by a job that only looked', () => ended(endOf(), 'left'), { change: { status: 'left' } }],
    [
      'does not wait again for a job that only looked, once another ends it',
      () => tryAgain(begun(), 0, { ...failure, job: 'e2' }, endsAt),
      refused('It is ending right now.'),
    ],
    [
      'does not wait again for a job of an earlier attempt',
      () => tryAgain(tried, 0, failure, endsAt),
      refused('Its end was moved.'),
    ],
    [
      'does not wait again for a job of an earlier attempt that was sent',
      () => ended(tried, 'failed'),
      refused('Its end was moved.'),
    ],
    [
      'does not wait again once it is over',
      () => tryAgain(changed(ended(begun(), 'done')), 0, failure, endsAt),
      refused('It already ended.'),
    ],
    [
      'waits again after an attempt that changed nothing, and tries again later',
      () => ended(begun(), 'failed'),
      {
        change: {
          status: 'approved',
          ending: { overdue: true, news: { at: endsAt } },
          steps: [{ attempt: 2, retryAt: endsAt + 2 * minute, failure: { job: first, answer } }],
        },
      },
    ],
    [
      'waits a quarter of an hour at most',
      () =>
        end(
          changed(claimed(endOf({ step: { attempt: 50 } }), fiftieth)),
          [0],
          outcome('failed', fiftieth),
          endsAt,
        ),
      { change: { steps: [{ attempt: 51, retryAt: endsAt + 15 * minute }] } },
    ],
    [
      'tries again after two minutes if the cloud API was not reached',
      () => tryAgain(endOf(), 0, failure, endsAt),
      { change: { steps: [{ attempt: 2, retryAt: endsAt + 2 * minute }] } },
    ],
    [
      'tells once that it is overdue',
      () => tryAgain(endOf(overdue), 0, failure, endsAt),
      { change: expect.not.objectContaining({ due: expect.anything() }) },
    ],
    [
      'has nothing for the log where nothing was sent',
      () => tryAgain(endOf(), 0, failure, endsAt),
      { change: { due: everywhere.slice(1) } },
    ],
    [
      'has in the log each attempt that was sent, before people are told',
      () => ended(begun(), 'failed'),
      { change: { due: everywhere } },
    ],
    [
      'and each later one, which people are not told',
      () => ended(changed(claimed(endOf(overdue), first)), 'failed'),
      { change: { due: ['log'] } },
    ],
    [
      'is overdue ten minutes after its time',
      () => markOverdue(endOf(), endsAt + 10 * minute),
      { change: { ending: { overdue: true }, due: everywhere.slice(1) } },
    ],
    [
      'is not overdue before',
      () => markOverdue(endOf(), endsAt + 10 * minute - 1),
      refused('It isn’t newly overdue.'),
    ],
    ['is overdue once', () => markOverdue(endOf(overdue), endsAt + hour), refused('It isn’t newly overdue.')],
    [
      'is not overdue while it ends',
      () => markOverdue(begun(), endsAt + hour),
      refused('It isn’t newly overdue.'),
    ],
    [
      'gets a notice 15 minutes before its time',
      () => giveNotice(endOf(), endsAt - 15 * minute),
      {
        change: {
          ending: { noticed: true, news: { at: endsAt - 15 * minute } },
          due: ['requester', 'channel'],
        },
      },
    ],
    ['gets no notice before', () => giveNotice(endOf(), endsAt - 16 * minute), refused('No notice is due.')],
    [
      'gets no notice once its time has come',
      () => giveNotice(endOf(), endsAt),
      refused('No notice is due.'),
    ],
    [
      'of what was in effect for half an hour gets none',
      () => giveNotice(endOf({ step: { startsAt: endStart + 30 * minute } }), endStart + 20 * minute),
      refused('No notice is due.'),
    ],
    [
      'gets one notice',
      () => giveNotice(endOf({ ending: { noticed: true } }), endsAt - minute),
      refused('No notice is due.'),
    ],
    [
      'is moved from the time that the person saw, and shown',
      () => extend(endOf(), anHour, endsAt),
      {
        change: {
          expires: endsAt + hour,
          steps: [{ startsAt: endsAt + hour, attempt: 2 }],
          ending: { noticed: false, news: { at: endsAt } },
          due: ['messages'],
        },
      },
    ],
    [
      'is not moved twice by two people at once',
      () => extend(endOf({ step: { startsAt: endsAt + hour } }), anHour, endsAt),
      refused('Somebody moved its end in the meantime.'),
    ],
    [
      'is not moved to a time that has passed',
      () => extend(endOf(), { from: endsAt, to: endsAt + 1 }, endsAt + 1),
      refused('That time has passed.'),
    ],
    ['is not moved while it ends', () => extend(begun(), anHour, endsAt), refused('It is ending right now.')],
    [
      'comes now without a notice',
      () => endNow(endOf(), 'U0BEN', endStart + hour),
      {
        change: {
          steps: [{ startsAt: endStart + hour, attempt: 2 }],
          ending: { endedBy: 'U0BEN', noticed: true },
        },
      },
    ],
    [
      'with a lost answer is unknown after an hour',
      () => endLost(begun(), interrupted, endsAt + hour),
      { change: { status: 'unknown', due: everywhere } },
    ],
    [
      'that was claimed since is left to its job',
      () => endLost(begun(), interrupted, endsAt + hour - 1),
      { change: { status: 'running' } },
    ],
    [
      'is not given up while nobody has sent it',
      () => endLost(endOf(), interrupted, endsAt + 100 * hour),
      { change: { status: 'approved' } },
    ],
  ])('%s', (_, transition, expected) => {
    expect(transition()).toMatchObject(expected);
  });

  test('waits again as if nobody had claimed it, and has not ended', () => {
    const failed = changed(end(begun(), [0], outcome('failed'), endsAt));
    const { claimed, outcome: known } = failed.steps[0];
    expect([claimed, known, failed.ended]).toEqual([undefined, undefined, undefined]);
  });

  test('that was overdue is so no more once it is moved, and nothing is left of its attempts', () => {
    const failed = changed(tryAgain(endOf(), 0, failure, endsAt));
    for (const moved of [
      changed(extend(failed, { from: endsAt, to: endsAt + hour }, endsAt + minute)),
      changed(endNow(failed, 'U0BEN', endsAt + minute)),
    ]) {
      const [{ retryAt, failure: last, attempt }] = moved.steps;
      expect([moved.ending.overdue, retryAt, last, attempt]).toEqual([undefined, undefined, undefined, 3]);
    }
  });

  test('keeps the news that nobody could be told, and drops what was told', () => {
    const noticed = changed(giveNotice(endOf(), endsAt - 1));
    expect(changed(storeTold(noticed, { of: noticed, left: ['channel'], posted: [] }, endsAt)).due).toEqual([
      'channel',
    ]);
    expect(changed(storeTold(noticed, { of: noticed, left: [], posted: [] }, endsAt)).due).toBeUndefined();
    const earlier = changed(giveNotice(endOf(), endsAt - 2));
    expect(changed(storeTold(noticed, { of: earlier, left: [], posted: [] }, endsAt)).due).toEqual(
      noticed.due,
    );
  });

  test('keeps other news of the same moment', () => {
    const noticed = changed(giveNotice(endOf(), endsAt - 1));
    const moved = changed(extend(noticed, { from: endsAt, to: endsAt + hour }, endsAt - 1));
    expect(changed(storeTold(moved, { of: noticed, left: [], posted: [] }, endsAt)).due).toEqual([
      'messages',
    ]);
    const closed = changed(
      end(changed(claim(noticed, 0, runBy(first), endsAt - 1)), [0], outcome('done'), endsAt - 1),
    );
    expect(changed(storeTold(closed, { of: noticed, left: [], posted: [] }, endsAt)).due).toEqual(everywhere);
  });

  test('drops what was told also where a job has claimed it meanwhile', () => {
    const late = changed(markOverdue(endOf(), endsAt + hour));
    const claimed = changed(claim(late, 0, runBy(first), endsAt + hour + 1));
    expect(changed(storeTold(claimed, { of: late, left: [], posted: [] }, endsAt)).due).toBeUndefined();
  });

  test('of which an attempt was sent and failed has that in the log, also if it gives way', () => {
    const failed = changed(end(begun(), [0], outcome('failed'), endsAt));
    const given = changed(giveWay(failed, endsAt + 1));
    expect([given.due, given.steps[0].failure]).toEqual([['log'], failed.steps[0].failure]);
  });

  test('brings a message up to date that comes after its end', () => {
    const notice: PostedMessage = { view: 'end', channel: 'C', ts: '1' };
    const keep = { left: [], posted: [notice] };
    const noticed = changed(giveNotice(endOf(), endsAt - 1));
    expect(changed(storeTold(over('done'), { of: noticed, ...keep }, endsAt))).toMatchObject({
      messages: [notice],
      due: expect.arrayContaining(['messages']),
    });
    expect(changed(storeTold(noticed, { of: noticed, ...keep }, endsAt))).toMatchObject({
      messages: [notice],
      due: undefined,
    });
  });
});

describe('a rollback', () => {
  const [{ undoes, ...step }] = endOf().steps;
  const stepOf = (id: string, more: Partial<Step> = {}): Step => ({
    ...step,
    startsAt: undefined,
    undoes: undoes && { ...undoes, id },
    ...more,
  });
  /** Undoes the two steps of a plan since noon. */
  const rollback = (one: Partial<Step> = {}, other: Partial<Step> = {}, status: Status = 'approved') =>
    endOf({
      id: rollbackId('a1'),
      expires: endStart,
      ending: { cause: 'failure', judged: undefined },
      steps: [stepOf('a1.2', one), stepOf('a1', { after: 0, ...other })],
      status,
    });
  const due = (change: Change, now: number) => dueSteps(change, now).map(({ index }) => index);
  const jobs = [executionId(rollbackId('a1'), 0), executionId(rollbackId('a1'), 1)] as const;
  const running = () => changed(claim(rollback(), 0, runBy(jobs[0]), endStart));

  test.each<StepOutcome['kind']>(['done', 'failed', 'unknown', 'left'])(
    'undoes a step after the one behind it, also if that is %s',
    (kind) => {
      expect(due(rollback(), endStart)).toEqual([0]);
      expect(due(rollback({ outcome: outcome(kind, jobs[0]) }), endStart)).toEqual([1]);
    },
  );

  test.each<[sentence: string, change: Change, now: number, expected: readonly number[]]>([
    ['waits while the step behind is undone', running(), endStart + hour, [0]],
    [
      'waits while the step behind is tried again',
      rollback({ attempt: 2, retryAt: endStart + 2 * minute }),
      endStart + minute,
      [],
    ],
    ['waits without an end of its own for as long as it takes', rollback(), endStart + 100 * hour, [0]],
  ])('%s', (_, change, now, expected) => {
    expect(due(change, now)).toEqual(expected);
  });

  test('goes on with the next step whatever becomes of one, and ends with the last as the worst of them', () => {
    const left = changed(end(running(), [0], outcome('left', jobs[0]), endStart));
    expect(left).toMatchObject({ status: 'running', steps: [{ outcome: { kind: 'left' } }, {}] });
    expect([left.steps[1]?.outcome, left.due]).toEqual([undefined, undefined]);
    const second = changed(claim(left, 1, runBy(jobs[1]), endStart));
    expect(end(second, [1], outcome('done', jobs[1]), endStart)).toMatchObject({
      change: { status: 'left', due: everywhere, ended: { event: 'failed' } },
    });
  });

  test('runs on while a step of it is tried again and another one is sent', () => {
    const both = changed(claim(rollback({}, { after: undefined }), 0, runBy(jobs[0]), endStart));
    const sent = changed(claim(both, 1, runBy(jobs[1]), endStart));
    const failed = changed(end(sent, [0], outcome('failed', jobs[0]), endStart));
    expect(failed).toMatchObject({
      status: 'running',
      steps: [{ attempt: 2 }, { claimed: { job: jobs[1] } }],
    });
    expect(failed.steps[1]?.attempt).toBeUndefined();
    expect(changed(end(failed, [1], outcome('failed', jobs[1]), endStart)).status).toBe('approved');
  });

  test('gets no notice, and is not overdue before an attempt of it has failed', () => {
    for (const now of [endStart, endStart + 100 * hour]) {
      expect(giveNotice(rollback(), now)).toEqual({ refused: 'No notice is due.' });
      expect(markOverdue(rollback(), now)).toEqual({ refused: 'It isn’t newly overdue.' });
    }
    expect(tryAgain(rollback(), 0, { ...failure, job: jobs[0] }, endStart)).toMatchObject({
      change: { ending: { overdue: true }, due: everywhere.slice(1) },
    });
  });
});

/** What can happen to an end next: a job of some attempt, a person, the sweeper, another change, or time that passes. */
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('job' as const),
      /** The job is of the present attempt, or of an earlier one. */
      late: fc.nat({ max: 1 }),
      finds: fc.constantFrom('same', 'edited', 'unreachable'),
      answers: fc.constantFrom('done', 'failed', 'lost', 'dies'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      by: fc.integer({ min: 5, max: 180 }),
      sees: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: 'endNow' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'sweep' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'giveWay' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'replace' as const }) },
);

/** Plays what happens to an end, and counts what reaches the cloud API. */
function play(events: readonly (typeof event extends fc.Arbitrary<infer E> ? E : never)[]) {
  let change: Change = endOf();
  let now = endStart;
  const sent: { readonly job: string; readonly answers: 'done' | 'failed' | 'lost' | 'dies' }[] = [];
  const closings: Status[] = [];
  let told = 0;
  const changesNothing = (transition: Transition): boolean =>
    'refused' in transition || transition.change === change;
  const set = (transition: Transition): boolean => {
    if (changesNothing(transition)) return 'change' in transition;
    const next = changed(transition);
    // What is over stays as it is.
    expect(change.status).toMatch(/^(approved|running)$/);
    if (!isWaiting(next)) closings.push(next.status);
    if (!isWaiting(next) && next.due?.length === everywhere.length) told += 1;
    change = next;
    return true;
  };
  for (const one of events) {
    if (one.kind === 'wait') now += one.minutes * minute;
    else if (one.kind === 'extend') {
      const from = endsAtOf(change) ?? 0;
      set(extend(change, { from: one.sees ? from : 0, to: from + one.by * minute }, now));
    } else if (one.kind === 'endNow') set(endNow(change, 'U0BEN', now));
    else if (one.kind === 'giveWay') {
      const { status } = change;
      expect(set(giveWay(change, now))).toBe(status === 'approved' || status === 'superseded');
    } else if (one.kind === 'replace') {
      const { status } = change;
      const isLeft = set(end(change, [0], outcome('left', 'l2:replaced'), now));
      expect(isLeft && status === 'running').toBe(false);
    } else if (one.kind === 'sweep') {
      set(giveNotice(change, now));
      set(markOverdue(change, now));
      set(endLost(change, interrupted, now));
    } else {
      const { attempt: present = 1, claimed } = change.steps[0];
      const attempt = Math.max(1, present - one.late);
      const job = executionId(change.id, 0, attempt);
      if (change.status !== 'approved' || present !== attempt) {
        // A redelivery of a job whose worker died finds its own mark, and never sends again.
        if (change.status === 'running' && claimed?.job === job)
          set(end(change, [0], outcome('unknown', job), now));
        else {
          expect('refused' in claim(change, 0, runBy(job), now)).toBe(true);
          expect('refused' in tryAgain(change, 0, { ...failure, job }, now)).toBe(true);
          for (const kind of ['done', 'failed', 'left', 'unknown'] as const)
            expect(changesNothing(end(change, [0], outcome(kind, job), now))).toBe(true);
        }
        continue;
      }
      if (one.finds === 'unreachable') set(tryAgain(change, 0, { ...failure, job }, now));
      else if (one.finds === 'edited') set(end(change, [0], outcome('left', job), now));
      else if (set(claim(change, 0, runBy(job), now))) {
        sent.push({ job, answers: one.answers });
        if (one.answers === 'done') set(end(change, [0], outcome('done', job), now));
        if (one.answers === 'lost') set(end(change, [0], outcome('unknown', job), now));
        if (one.answers === 'failed') set(end(change, [0], outcome('failed', job), now));
      }
    }
  }
  return { change, sent, closings, told };
}

test('whatever happens, its inverse is sent once, it is closed once, and no end is silent', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { change, sent, closings, told } = play(events);
      const { status } = change;
      const last = sent.at(-1)?.answers;
      // Only an attempt that certainly changed nothing is followed by another.
      expect(sent.slice(0, -1).every(({ answers }) => answers === 'failed')).toBe(true);
      expect(new Set(sent.map(({ job }) => job)).size).toBe(sent.length);
      expect(closings).toEqual(isWaiting(change) ? [] : [status]);
      // The rollback tells of what gave way to it.
      expect(told).toBe(closings.filter((closing) => closing !== 'superseded').length);
      if (isWaiting(change)) {
        // What is not over wakes the sweeper.
        expect(wakesAt(change)).toBeLessThan(Number.POSITIVE_INFINITY);
      } else if (status !== 'superseded') expect(change.due).toContain('log');
      if (status === 'done') expect(last).toBe('done');
      if (status === 'unknown') expect(last).toMatch(/^(lost|dies)$/);
      if (status === 'left' || status === 'superseded' || status === 'approved')
        expect(sent.every(({ answers }) => answers === 'failed')).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
