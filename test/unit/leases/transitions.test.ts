import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { note } from '../../../src/answer/answer.ts';
import { isOver, type Lease, type LeaseTransition, wakesAt } from '../../../src/change/model/lease.ts';
import { beginEnd, close, failAttempt, giveUp, markOverdue } from '../../../src/change/transitions/ending.ts';
import { endNext, endNow, extend, link } from '../../../src/change/transitions/moving.ts';
import { giveNotice, storeLeft, storeNotice } from '../../../src/change/transitions/news.ts';
import { leaseOf, leaseStart } from '../leases.ts';

const minute = 60_000;
const hour = 60 * minute;
const end = leaseStart + 2 * hour;

const leaseAfter = (transition: LeaseTransition): Lease => {
  if ('refused' in transition) throw new Error(transition.refused);
  return transition.lease;
};
const begun = (attempt = 1): Lease => leaseAfter(beginEnd(leaseOf({ attempt }), { job: 'e1', attempt }, end));
const answer = [note('so')];
const because = 'Step 3 failed.';
const failure = { job: 'e1', attempt: 1, answer, isPassing: false, isStarted: true };

describe('a lease', () => {
  test.each<[sentence: string, transition: LeaseTransition, expected: object]>([
    [
      'is ending from the moment before its inverse is sent',
      beginEnd(leaseOf(), { job: 'e1', attempt: 1 }, end),
      { lease: { phase: 'ending', job: 'e1' } },
    ],
    [
      'is not ended by a job of an earlier attempt',
      beginEnd(leaseOf({ attempt: 2 }), { job: 'e1', attempt: 1 }, end),
      { refused: 'Its end was moved.' },
    ],
    [
      'is not ended by a second job',
      beginEnd(begun(), { job: 'e2', attempt: 1 }, end),
      { refused: 'It is ending right now.' },
    ],
    [
      'keeps its own end as the latest one where a plan is undone',
      link(leaseOf(), { because, next: 'l0' }),
      { lease: { because, next: 'l0', endsAt: end, attempt: 1 } },
    ],
    [
      'can get another place in the order in which a plan is undone',
      link(leaseOf({ because, next: 'l0' }), { because, next: undefined }),
      { lease: { because, next: undefined, endsAt: end } },
    ],
    [
      'goes on ending where a plan is undone, and ends the next one then',
      link(begun(), { because, next: 'l0' }),
      { lease: { phase: 'ending', job: 'e1', next: 'l0' } },
    ],
    [
      'that is over has no place in the order in which a plan is undone',
      link(leaseOf({ phase: 'ended', because }), { because, next: 'l0' }),
      { refused: 'It already ended.' },
    ],
    [
      'ends in its turn though its own end is later',
      endNext(leaseOf({ because }), leaseStart + 1),
      { lease: { endsAt: leaseStart + 1, attempt: 2 } },
    ],
    [
      'whose turn comes twice is ended once',
      endNext(leaseOf({ because }), end),
      { refused: 'It ends already.' },
    ],
    [
      'is closed once its inverse was applied',
      close(begun(), 'ended', { event: 'ended', answer, job: 'e1' }, end),
      { lease: { phase: 'ended', news: { kind: 'closed' } } },
    ],
    [
      'can’t have ended without having been sent',
      close(leaseOf(), 'ended', { event: 'ended', answer, job: 'e1' }, end),
      { refused: 'Its end was moved.' },
    ],
    [
      'is not left by a job that only looked, once another ends it',
      close(begun(), 'left', { event: 'failed', answer, job: 'e2' }, end),
      { refused: 'Its end was moved.' },
    ],
    [
      'is left by the job that was to end it, and has sent nothing',
      close(begun(), 'left', { event: 'failed', answer, job: 'e1' }, end),
      { lease: { phase: 'left' } },
    ],
    [
      'is not active again for a job that only looked, once another ends it',
      failAttempt(begun(), { ...failure, job: 'e2', isPassing: true, isStarted: false }, end),
      { refused: 'It is ending right now.' },
    ],
    [
      'is active again after an attempt that changed nothing, and tries again later',
      failAttempt(begun(), failure, end),
      {
        lease: {
          phase: 'active',
          attempt: 2,
          retryAt: end + 2 * minute,
          overdue: true,
          news: { kind: 'overdue' },
        },
      },
    ],
    [
      'tries again at the next sweep if the cloud API was not reached',
      failAttempt(leaseOf(), { ...failure, isPassing: true, isStarted: false }, end),
      { lease: { attempt: 2, retryAt: end } },
    ],
    [
      'tells once that it is overdue',
      failAttempt(leaseOf({ overdue: true }), { ...failure, isPassing: true, isStarted: false }, end),
      { lease: expect.not.objectContaining({ news: expect.anything() }) },
    ],
    [
      'has in the log each attempt that was sent, before people are told',
      failAttempt(leaseOf(), failure, end),
      { lease: { news: { due: ['log', 'messages', 'requester', 'channel', 'thread'] } } },
    ],
    [
      'and each later one, which people are not told',
      failAttempt(leaseOf({ overdue: true }), failure, end),
      { lease: { news: { due: ['log'] } } },
    ],
    ['is overdue once', markOverdue(leaseOf({ overdue: true }), end), { refused: 'It isn’t newly overdue.' }],
    [
      'gets a notice 15 minutes before its end',
      giveNotice(leaseOf(), end - 15 * minute),
      { lease: { noticed: true, news: { kind: 'notice' } } },
    ],
    ['gets no notice before', giveNotice(leaseOf(), end - 16 * minute), { refused: 'No notice is due.' }],
    [
      'of half an hour gets none',
      giveNotice(leaseOf({ endsAt: leaseStart + 30 * minute }), leaseStart + 20 * minute),
      { refused: 'No notice is due.' },
    ],
    ['gets one notice', giveNotice(leaseOf({ noticed: true }), end), { refused: 'No notice is due.' }],
    [
      'is extended from the end that the person saw',
      extend(leaseOf(), { from: end, to: end + hour }, end),
      { lease: { endsAt: end + hour, attempt: 2, noticed: false } },
    ],
    [
      'is not extended twice by two people at once',
      extend(leaseOf({ endsAt: end + hour }), { from: end, to: end + hour }, end),
      { refused: 'Somebody moved its end in the meantime.' },
    ],
    [
      'is not extended while it ends',
      extend(begun(), { from: end, to: end + hour }, end),
      { refused: 'It is ending right now.' },
    ],
    [
      'ends now without a notice',
      endNow(leaseOf(), 'U0BEN', leaseStart + hour),
      { lease: { endsAt: leaseStart + hour, endedBy: 'U0BEN', noticed: true } },
    ],
    [
      'with a lost answer is unknown after an hour',
      giveUp(begun(), end, { event: 'unknown', answer, job: 's' }, end + hour),
      { lease: { phase: 'unknown' } },
    ],
    [
      'that began to end since is left to its job',
      giveUp(begun(), end - 1, { event: 'unknown', answer, job: 's' }, end),
      { refused: 'It is ending right now.' },
    ],
  ])('%s', (_, transition, expected) => {
    expect(transition).toMatchObject(expected);
  });

  test('keeps the news that nobody could be told, and drops what was told', () => {
    const noticed = leaseAfter(giveNotice(leaseOf(), end - 1));
    const told = { kind: 'notice', at: end - 1 } as const;
    expect(leaseAfter(storeLeft(noticed, told, ['channel'])).news?.due).toEqual(['channel']);
    expect(leaseAfter(storeLeft(noticed, told, [])).news).toBeUndefined();
    for (const other of [{ ...told, at: end - 2 }, { ...told, kind: 'extended' } as const])
      expect(leaseAfter(storeLeft(noticed, other, [])).news).toEqual(noticed.news);
  });

  test('brings a message up to date that comes after its end', () => {
    const over = leaseOf({ phase: 'ended' });
    const notice = { channel: 'C', ts: '1' };
    expect(leaseAfter(storeNotice(over, notice, end))).toMatchObject({
      notices: [notice],
      news: { due: ['messages'] },
    });
    expect(leaseAfter(storeNotice(leaseOf({ notices: [notice] }), notice, end)).notices).toEqual([notice]);
  });
});

/** What can happen to a lease next: a job of some attempt, a person, the sweeper, or time that passes. */
const event = fc.oneof(
  fc.record({
    kind: fc.constant('job' as const),
    /** The job is of the present attempt, or of an earlier one. */
    late: fc.nat({ max: 1 }),
    finds: fc.constantFrom('same', 'edited', 'unreachable'),
    answers: fc.constantFrom('done', 'failed', 'lost', 'dies'),
  }),
  fc.record({
    kind: fc.constant('extend' as const),
    by: fc.integer({ min: 5, max: 180 }),
    sees: fc.boolean(),
  }),
  fc.constant({ kind: 'endNow' as const }),
  fc.constant({ kind: 'sweep' as const }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
);

/** Plays what happens to a lease, and counts what reaches the cloud API. */
function play(events: readonly (typeof event extends fc.Arbitrary<infer E> ? E : never)[]) {
  let lease = leaseOf();
  let now = leaseStart;
  const sent: ('done' | 'failed' | 'lost' | 'dies')[] = [];
  const closings: string[] = [];
  const news: string[] = [];
  const set = (transition: LeaseTransition): boolean => {
    if ('refused' in transition || transition.lease === lease) return 'lease' in transition;
    if (transition.lease.news && transition.lease.news !== lease.news) news.push(transition.lease.news.kind);
    if (isOver(transition.lease) && !isOver(lease)) closings.push(transition.lease.phase);
    expect(isOver(lease) && transition.lease.phase !== lease.phase).toBe(false);
    lease = transition.lease;
    return true;
  };
  for (const one of events) {
    if (one.kind === 'wait') now += one.minutes * minute;
    else if (one.kind === 'extend')
      set(
        extend(lease, { from: one.sees ? lease.endsAt : 0, to: (lease.endsAt ?? 0) + one.by * minute }, now),
      );
    else if (one.kind === 'endNow') set(endNow(lease, 'U0BEN', now));
    else if (one.kind === 'sweep') {
      set(giveNotice(lease, now));
      set(giveUp(lease, now - hour, { event: 'unknown', answer, job: 'sweep' }, now));
    } else {
      const attempt = Math.max(1, lease.attempt - one.late);
      const job = `e${attempt}`;
      const before = lease;
      if (before.phase === 'ending' || before.attempt !== attempt || isOver(before)) {
        // A redelivery of a job whose worker died finds its own mark, and never sends again.
        if (before.phase === 'ending' && before.job === job)
          set(close(lease, 'unknown', { event: 'unknown', answer, job }, now));
        else expect('refused' in beginEnd(lease, { job, attempt }, now)).toBe(true);
        continue;
      }
      if (one.finds === 'unreachable')
        set(failAttempt(lease, { job, attempt, answer, isPassing: true, isStarted: false }, now));
      else if (one.finds === 'edited') set(close(lease, 'left', { event: 'failed', answer, job }, now));
      else if (set(beginEnd(lease, { job, attempt }, now))) {
        sent.push(one.answers);
        if (one.answers === 'done') set(close(lease, 'ended', { event: 'ended', answer, job }, now));
        if (one.answers === 'lost') set(close(lease, 'unknown', { event: 'unknown', answer, job }, now));
        if (one.answers === 'failed')
          set(failAttempt(lease, { job, attempt, answer, isPassing: false, isStarted: true }, now));
      }
    }
  }
  return { lease, sent, closings, news };
}

test('whatever happens, its inverse is sent once, it is closed once, and no end is silent', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { lease, sent, closings, news } = play(events);
      // Only an attempt that certainly changed nothing is followed by another.
      expect(sent.slice(0, -1).every((answers) => answers === 'failed')).toBe(true);
      expect(closings.length).toBeLessThanOrEqual(1);
      expect(news.filter((kind) => kind === 'closed')).toHaveLength(closings.length);
      if (isOver(lease)) expect(lease.news?.due).toContain('log');
      // What is not over wakes the sweeper.
      else expect(wakesAt(lease)).toBeLessThan(Number.POSITIVE_INFINITY);
      if (lease.phase === 'ended') expect(sent.at(-1)).toBe('done');
      if (lease.phase === 'left') expect(sent.every((answers) => answers === 'failed')).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
