import { describe, expect, test } from 'vitest';
import { note } from '../../../../src/answer/answer.ts';
import type { Change, Due, Status } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { endId, executionId, rollbackId } from '../../../../src/change/model/ids.ts';
import { isReversal, type Reversal } from '../../../../src/change/model/reversal.ts';
import { dueSteps, type Step, type StepOutcome } from '../../../../src/change/model/step.ts';
import { endNow, extend, giveWay, tryAgain } from '../../../../src/change/transitions/moving.ts';
import { giveNotice, markOverdue } from '../../../../src/change/transitions/reversal-notification.ts';
import { accept, claim, complete, completeAbandoned } from '../../../../src/change/transitions/running.ts';
import { markHandled } from '../../../../src/change/transitions/sent-messages.ts';
import { endOf, endStart, endsAt } from '../../../support/made/ends.ts';

const minute = 60_000;
const hour = 60 * minute;

const changed = (transition: Transition): Reversal => {
  if ('refused' in transition) throw new Error(transition.refused);
  if (!isReversal(transition.change)) throw new Error('It undoes by itself');
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
const tried = endOf({ step: { attempt: 2 } });
const anHour = { from: endsAt, to: endsAt + hour };
const claimed = (change: Change, job: string, now = endsAt) => claim(change, 0, runBy(job), now);
const ended = (change: Change, kind: StepOutcome['kind'], job = first) =>
  complete(change, 0, outcome(kind, job), endsAt);
const interrupted = () => ({ answer, note: 'so' });
const overdue = { reversal: { overdue: true } };
const everywhere = ['log', 'messages', 'requester', 'channel', 'thread'];
const over = (status: Status) => endOf({ status }, 'l1');

/** Refused transitions, by the reason. */
const refusals: Readonly<Record<string, Readonly<Record<string, () => Transition>>>> = {
  'Its end was moved.': {
    'a job of an earlier attempt claims it': () => claimed(tried, first),
    'a job of an earlier attempt has ended it': () => ended(tried, 'done'),
    'a poll of an earlier attempt has ended it': () => ended(tried, 'done', `${first}:3`),
    'a job of an earlier attempt has failed': () => ended(tried, 'failed'),
    'a job of an earlier attempt reached nothing': () => tryAgain(tried, 0, failure, endsAt),
  },
  'It’s being applied.': { 'a second job claims it': () => claimed(begun(), 'e2') },
  'Another job applies it.': {
    'a job that only read skips it, once another ends it': () => ended(begun(), 'skipped', 'e2'),
  },
  'It is ending right now.': {
    'its plan is rolled back while it ends': () => giveWay(begun(), endsAt),
    'somebody moves it while it ends': () => extend(begun(), anHour, endsAt),
    'a job that only read reached nothing, once another ends it': () =>
      tryAgain(begun(), 0, { ...failure, job: 'e2' }, endsAt),
  },
  'It already ended.': {
    'its plan is rolled back once it ended': () => giveWay(over('done'), endsAt),
    'its job reached nothing, once it is over': () =>
      tryAgain(changed(ended(begun(), 'done')), 0, failure, endsAt),
  },
  'Somebody changed it, so it no longer ends by itself.': {
    'its plan is rolled back once somebody changed it': () => giveWay(over('skipped'), endsAt),
  },
  'Its end was already sent, and the outcome is unknown.': {
    'its plan is rolled back once its outcome is unknown': () => giveWay(over('unknown'), endsAt),
  },
  'It was approved. Outcome unknown.': {
    'another job finds out otherwise': () => ended(changed(ended(begun(), 'unknown', 'sweep')), 'done'),
  },
  'It is undone with its plan.': {
    'it gave way, and somebody moves it': () => extend(over('superseded'), anHour, endsAt),
    'it gave way, and somebody ends it': () => endNow(over('superseded'), 'U0BEN', endsAt),
    'it gave way, and a job that was queued before reached nothing': () =>
      tryAgain(over('superseded'), 0, failure, endsAt),
  },
  'The requester accepted a suggestion, so another request replaced it.': {
    'it gave way, and a job that was queued before claims it': () => claimed(over('superseded'), first),
    'it gave way, and a job that was queued before leaves it': () => ended(over('superseded'), 'skipped'),
  },
  'Somebody moved its end in the meantime.': {
    'two people move it at once': () => extend(endOf({ step: { startsAt: endsAt + hour } }), anHour, endsAt),
  },
  'That time has passed.': {
    'somebody moves it to a time that has passed': () =>
      extend(endOf(), { from: endsAt, to: endsAt + 1 }, endsAt + 1),
  },
  'It isn’t newly overdue.': {
    'its time was less than ten minutes ago': () => markOverdue(endOf(), endsAt + 10 * minute - 1),
    'it was stored less than ten minutes ago, after its time': () =>
      markOverdue(endOf({ created: endsAt + hour }), endsAt + hour + 10 * minute - 1),
    'it was overdue before': () => markOverdue(endOf(overdue), endsAt + hour),
    'the cloud API applies it, and it is late': () =>
      markOverdue(changed(accept(begun(), 0, { at: endsAt, jobRef: { id: '1' } }, first)), endsAt + hour),
  },
  'No notice is due.': {
    'it comes in more than a quarter of an hour': () => giveNotice(endOf(), endsAt - 16 * minute),
    'its time has come': () => giveNotice(endOf(), endsAt),
    'its change lasts half an hour': () =>
      giveNotice(endOf({ step: { startsAt: endStart + 30 * minute } }), endStart + 20 * minute),
    'the notice was sent': () => giveNotice(endOf({ reversal: { noticed: true } }), endsAt - minute),
  },
};

describe('the end of a step', () => {
  test.each(
    Object.entries(refusals).flatMap(([refused, rows]) =>
      Object.entries(rows).map(([when, transition]) => ({ when, transition, refused })),
    ),
  )('stays as it is if $when', ({ transition, refused }) => {
    expect(transition()).toEqual({ refused });
  });

  test.each(
    Object.entries<readonly [transition: () => Transition, expected: object]>({
      'is running from the moment before its inverse is sent': [
        () => claimed(endOf(), first),
        { status: 'running', steps: [{ claimed: { at: endsAt, job: first, run: 'r1' } }] },
      ],
      'is claimed by the next run of the same job': [
        () => claim(begun(), 0, { job: first, run: 'r2' }, endsAt + 1),
        { status: 'running', steps: [{ claimed: { job: first, run: 'r2' } }] },
      ],
      'is ended by the job of the present attempt': [() => claimed(tried, second), { status: 'running' }],
      'does not expire, however late it is made': [
        () => claimed(endOf(), first, endsAt + 100 * hour),
        { status: 'running' },
      ],
      'gives way to the rollback of its plan, and nobody is notified': [
        () => giveWay(endOf({ due: ['requester', 'channel'] }), endsAt - hour),
        { status: 'superseded', due: undefined, since: endsAt - hour },
      ],
      'gives way only once': [
        () => giveWay(endOf({ status: 'superseded' }), endsAt),
        { status: 'superseded', since: endStart },
      ],
      'is closed once its inverse was applied': [
        () => ended(begun(), 'done'),
        { status: 'done', due: everywhere, closed: { event: 'ended', job: first } },
      ],
      'is closed once, however often its job reports it': [
        () => complete(changed(ended(begun(), 'done')), 0, outcome('done'), endsAt + 1),
        { status: 'done', since: endsAt },
      ],
      'is ended by a poll of the job that its job started': [
        () => ended(begun(), 'done', `${first}:3`),
        { status: 'done' },
      ],
      'is skipped by the job that was to end it and has sent nothing': [
        () => ended(begun(), 'skipped'),
        { status: 'skipped', due: everywhere, closed: { event: 'failed' } },
      ],
      'is skipped by a job that only read': [() => ended(endOf(), 'skipped'), { status: 'skipped' }],
      'waits again after an attempt that changed nothing, and tries again later': [
        () => ended(begun(), 'failed'),
        {
          status: 'approved',
          reversal: { overdue: true, notification: { at: endsAt } },
          steps: [{ attempt: 2, retryAt: endsAt + 2 * minute, failure: { job: first, answer } }],
        },
      ],
      'waits a quarter of an hour at most': [
        () =>
          ended(
            changed(claimed(endOf({ step: { attempt: 50, refusals: 49 } }), fiftieth)),
            'failed',
            fiftieth,
          ),
        { steps: [{ attempt: 51, retryAt: endsAt + 15 * minute }] },
      ],
      'tries again after two minutes if the cloud API was not reached': [
        () => tryAgain(endOf(), 0, failure, endsAt),
        { steps: [{ attempt: 2, retryAt: endsAt + 2 * minute }] },
      ],
      'reports once that it is overdue': [
        () => tryAgain(endOf(overdue), 0, failure, endsAt),
        expect.not.objectContaining({ due: expect.anything() }),
      ],
      'has nothing for the log if nothing was sent': [
        () => tryAgain(endOf(), 0, failure, endsAt),
        { due: everywhere.slice(1) },
      ],
      'logs each attempt that was sent, before people are notified': [
        () => ended(begun(), 'failed'),
        { due: everywhere },
      ],
      'logs each later attempt, without notifying people': [
        () => ended(changed(claimed(endOf(overdue), first)), 'failed'),
        { due: ['log'] },
      ],
      'is overdue although a job has claimed it, which may not have sent it': [
        () => markOverdue(begun(), endsAt + 10 * minute),
        { reversal: { overdue: true } },
      ],
      'is overdue ten minutes after its time': [
        () => markOverdue(endOf(), endsAt + 10 * minute),
        { reversal: { overdue: true }, due: everywhere.slice(1) },
      ],
      'gets a notice 15 minutes before its time': [
        () => giveNotice(endOf(), endsAt - 15 * minute),
        {
          reversal: { noticed: true, notification: { at: endsAt - 15 * minute } },
          due: ['requester', 'channel'],
        },
      ],
      'gets a notice although its new time is not shown yet, which stays due': [
        () => giveNotice(endOf({ due: ['log', 'messages'] }), endsAt - 15 * minute),
        { due: ['log', 'messages', 'requester', 'channel'] },
      ],
      'is overdue although an attempt before its move is not logged yet, which stays due': [
        () => markOverdue(endOf({ due: ['log'] }), endsAt + 10 * minute),
        { due: everywhere },
      ],
      'is moved from the time that the person saw, and its messages are due': [
        () => extend(endOf(), anHour, endsAt),
        {
          expires: endsAt + hour,
          steps: [{ startsAt: endsAt + hour, attempt: 2 }],
          reversal: { noticed: false, notification: { at: endsAt } },
          due: ['messages'],
        },
      ],
      'comes now without a notice': [
        () => endNow(endOf(), 'U0BEN', endStart + hour),
        {
          steps: [{ startsAt: endStart + hour, attempt: 2 }],
          reversal: { endedBy: 'U0BEN', noticed: true, planned: endsAt },
        },
      ],
      'with a lost answer is unknown after an hour': [
        () => completeAbandoned(begun(), interrupted, endsAt + hour),
        { status: 'unknown', due: everywhere },
      ],
      'that was claimed within the hour is left to its job': [
        () => completeAbandoned(begun(), interrupted, endsAt + hour - 1),
        { status: 'running' },
      ],
      'is not given up while nobody has sent it': [
        () => completeAbandoned(endOf(), interrupted, endsAt + 100 * hour),
        { status: 'approved' },
      ],
    }),
  )('%s', (_, [transition, expected]) => {
    expect(changed(transition())).toMatchObject(expected);
  });

  /** The pauses after attempts that failed one after another, and after its moves between them. */
  const pausesOf = (...events: readonly ('refused' | 'passing' | 'extended')[]) =>
    events.reduce(
      ({ end, pauses }, event) => {
        const next = changed(
          event === 'extended'
            ? extend(end, { from: end.steps[0].startsAt, to: end.expires + hour }, endsAt)
            : tryAgain(end, 0, { isPassing: event === 'passing', answer, job: 'any' }, endsAt),
        );
        const { retryAt = endsAt } = next.steps[0];
        return { end: next, pauses: [...pauses, (retryAt - endsAt) / minute] };
      },
      { end: endOf(), pauses: [] as readonly number[] },
    ).pauses;

  test('waits longer after each refusal in a row, and starts again after a move or while nothing is reached', () => {
    expect(pausesOf('refused', 'refused', 'refused')).toEqual([2, 4, 6]);
    expect(pausesOf('extended', 'extended', 'extended', 'refused')).toEqual([0, 0, 0, 2]);
    expect(pausesOf('passing', 'passing', 'passing', 'refused', 'refused')).toEqual([2, 2, 2, 2, 4]);
    expect(pausesOf('refused', 'refused', 'passing', 'refused')).toEqual([2, 4, 2, 2]);
    expect(pausesOf('refused', 'refused', 'extended', 'refused')).toEqual([2, 4, 0, 2]);
  });

  test('waits again without claim and outcome after a failed attempt', () => {
    const failed = changed(ended(begun(), 'failed'));
    const { claimed, outcome: known } = failed.steps[0];
    expect([claimed, known, failed.closed]).toEqual([undefined, undefined, undefined]);
  });

  test('is no longer overdue once it is moved, and its failed attempts are cleared', () => {
    const failed = changed(tryAgain(endOf(), 0, failure, endsAt));
    for (const moved of [
      changed(extend(failed, anHour, endsAt + minute)),
      changed(endNow(failed, 'U0BEN', endsAt + minute)),
    ]) {
      const [{ retryAt, failure: last, attempt }] = moved.steps;
      expect([moved.reversal.overdue, retryAt, last, attempt]).toEqual([undefined, undefined, undefined, 3]);
    }
  });

  test('keeps an unknown outcome that is not logged yet if somebody ends it again', () => {
    const unknown = changed(ended(begun(), 'unknown'));
    expect(unknown.due).toContain('log');
    expect(changed(endNow(unknown, 'U0BEN', endsAt)).steps[0].failure).toEqual({
      answer,
      job: first,
      isUnknown: true,
    });
    const logged = changed(markHandled(unknown, { of: unknown, remaining: [], posted: [] }, endsAt));
    expect(changed(endNow(logged, 'U0BEN', endsAt)).steps[0].failure).toBeUndefined();
  });

  /** The reports of a change that are due after those of another state of it were sent, except for those `left`. */
  const dueAfter = (change: Change, of: Change, ...left: readonly Due[]) =>
    changed(markHandled(change, { of, remaining: left, posted: [] }, endsAt)).due;
  const noticedAt = (now: number) => changed(giveNotice(endOf(), now));

  test('keeps reports that could not be sent, and drops those that were', () => {
    const noticed = noticedAt(endsAt - 1);
    expect(dueAfter(noticed, noticed, 'channel')).toEqual(['channel']);
    expect(dueAfter(noticed, noticed)).toBeUndefined();
    expect(dueAfter(noticed, noticedAt(endsAt - 2))).toEqual(noticed.due);
  });

  test('keeps other reports of the same moment', () => {
    const noticed = noticedAt(endsAt - 1);
    expect(dueAfter(changed(extend(noticed, anHour, endsAt - 1)), noticed)).toEqual(['messages']);
    const running = changed(claimed(noticed, first, endsAt - 1));
    const closed = changed(complete(running, 0, outcome('done'), endsAt - 1));
    expect(dueAfter(closed, noticed)).toEqual(everywhere);
  });

  test('drops sent reports even if a job has claimed it meanwhile', () => {
    const late = changed(markOverdue(endOf(), endsAt + hour));
    expect(dueAfter(changed(claimed(late, first, endsAt + hour + 1)), late)).toBeUndefined();
  });

  test('logs a failed attempt, even if it gives way afterwards', () => {
    const failed = changed(ended(begun(), 'failed'));
    const given = changed(giveWay(failed, endsAt + 1));
    expect([given.due, given.steps[0].failure]).toEqual([['log'], failed.steps[0].failure]);
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
  const rollback = (one: Partial<Step> = {}, other: Partial<Step> = {}) =>
    endOf({
      id: rollbackId('a1'),
      expires: endStart,
      reversal: { cause: 'failure', evaluated: undefined },
      steps: [stepOf('a1.2', one), stepOf('a1', { after: 0, ...other })],
    });
  const due = (change: Change, now: number) => dueSteps(change, now).map(({ index }) => index);
  const jobs = [executionId(rollbackId('a1'), 0), executionId(rollbackId('a1'), 1)] as const;
  const running = () => changed(claim(rollback(), 0, runBy(jobs[0]), endStart));

  test.each<[sentence: string, change: Change, now: number, expected: readonly number[]]>([
    ...(['done', 'failed', 'unknown', 'skipped'] as const).map(
      (kind): [string, Change, number, readonly number[]] => [
        `undoes a step after the step that followed it, also if that is ${kind}`,
        rollback({ outcome: outcome(kind, jobs[0]) }),
        endStart,
        [1],
      ],
    ),
    ['waits while the following step is undone', running(), endStart + hour, [0]],
    [
      'waits while the following step is tried again',
      rollback({ attempt: 2, retryAt: endStart + 2 * minute }),
      endStart + minute,
      [],
    ],
    ['waits without an end of its own for as long as it takes', rollback(), endStart + 100 * hour, [0]],
  ])('%s', (_, change, now, expected) => {
    expect(due(change, now)).toEqual(expected);
  });

  test('goes on after any outcome of a step, and ends with the worst of all outcomes', () => {
    const left = changed(complete(running(), 0, outcome('skipped', jobs[0]), endStart));
    expect(left).toMatchObject({ status: 'running', steps: [{ outcome: { kind: 'skipped' } }, {}] });
    expect([left.steps[1]?.outcome, left.due]).toEqual([undefined, undefined]);
    const second = changed(claim(left, 1, runBy(jobs[1]), endStart));
    expect(complete(second, 1, outcome('done', jobs[1]), endStart)).toMatchObject({
      change: { status: 'skipped', due: everywhere, closed: { event: 'failed' } },
    });
  });

  test('keeps running while one step is tried again and another one is sent', () => {
    const both = changed(claim(rollback({}, { after: undefined }), 0, runBy(jobs[0]), endStart));
    const sent = changed(claim(both, 1, runBy(jobs[1]), endStart));
    const failed = changed(complete(sent, 0, outcome('failed', jobs[0]), endStart));
    expect(failed).toMatchObject({
      status: 'running',
      steps: [{ attempt: 2 }, { claimed: { job: jobs[1] } }],
    });
    expect(failed.steps[1]?.attempt).toBeUndefined();
    expect(changed(complete(failed, 1, outcome('failed', jobs[1]), endStart)).status).toBe('approved');
  });

  test('gets no notice, and is not overdue before one of its attempts has failed', () => {
    for (const now of [endStart, endStart + 100 * hour]) {
      expect(giveNotice(rollback(), now)).toEqual({ refused: 'No notice is due.' });
      expect(markOverdue(rollback(), now)).toEqual({ refused: 'It isn’t newly overdue.' });
    }
    expect(tryAgain(rollback(), 0, { ...failure, job: jobs[0] }, endStart)).toMatchObject({
      change: { reversal: { overdue: true }, due: everywhere.slice(1) },
    });
  });
});
