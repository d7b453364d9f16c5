import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { isWaiting } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { endTarget } from '../../../../src/change/model/ending.ts';
import { endId } from '../../../../src/change/model/ids.ts';
import { endOfSteps } from '../../../../src/change/model/outcomes.ts';
import { dueSteps, type Step } from '../../../../src/change/model/step.ts';
import { wakesAt } from '../../../../src/change/model/wakes-at.ts';
import { expire, remind } from '../../../../src/change/transitions/expire.ts';
import { claim, end, endLost } from '../../../../src/change/transitions/running.ts';
import { storeTold } from '../../../../src/change/transitions/sent-messages.ts';
import { enterApproved } from '../../../../src/change/transitions/status.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { stepOf } from '../../changes.ts';
import { type EndFacts, endOf, endStart, endsAt } from '../../ends.ts';
import { noon, posted, request, voteOf } from '../../requests.ts';

const minute = 60_000;
const card = posted('card', '1.1');
const unknown = () => ({ answer: [] });

/** The change after a transition; as it was where that is refused. */
const after = (change: Change, transition: Transition): Change =>
  'change' in transition ? transition.change : change;

/** What the clock does to a change: all that needs nobody's decision and no message. */
function clock(change: Change, now: number): Change {
  const { status, since, due = [], ended } = change;
  if (!isWaiting(change)) {
    const isLeft = now < since + 2 * minute || due.length === 0;
    return isLeft || !ended
      ? change
      : after(change, storeTold(change, { of: change, left: [], posted: [] }, now));
  }
  if (status === 'open' && change.messages.length === 0) return { ...change, messages: [card] };
  const over = after(change, expire(change, now));
  if (over !== change) return over;
  if (status === 'open') return after(change, remind(change, now));
  const lost = endLost(change, unknown, now).change;
  if (lost !== change) return lost;
  const [first] = dueSteps(change, now).filter(
    ({ step: { claimed, startsAt = 0 } }) => !claimed && (startsAt > since || now >= since + 2 * minute),
  );
  return first
    ? after(change, claim(change, first.index, { job: `j-${first.index}`, run: 'r1' }, now))
    : change;
}

type Event = (change: Change, now: number) => Transition;

const kinds = ['done', 'failed', 'unknown'] as const;
const indices = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
/** The job of the step at a position, or one that was sent for it again under another id. */
const jobs = fc.constantFrom('j', 'j', 'j', 'again').map(
  (name) =>
    (index: number): string =>
      `${name}-${index}`,
);
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('U0BEN', 'U0CORA').map(
      (person): Event =>
        (change, at) =>
          addVote(change, voteOf(person, 'approve', { at, job: `vote-${person}-${at}` })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Event>((change, now) => withdraw(change, { person: 'U0ANA', job: 'j-back' }, now)),
  },
  {
    weight: 12,
    arbitrary: fc.tuple(indices, jobs).map(
      ([index, jobOf]): Event =>
        (change, now) =>
          dueSteps(change, now).some((step) => step.index === index)
            ? claim(change, index, { job: jobOf(index), run: 'r1' }, now)
            : { refused: 'It is not due.' },
    ),
  },
  {
    weight: 12,
    arbitrary: fc.tuple(indices, fc.constantFrom(...kinds), jobs).map(
      ([index, kind, jobOf]): Event =>
        (change, now) =>
          !change.steps[index]?.claimed
            ? { refused: 'It was not claimed.' }
            : end(change, [index], { kind, answer: [], job: jobOf(index) }, now),
    ),
  },
);

const steps = fc
  .array(fc.record({ startsIn: fc.constantFrom(0, 0, 90, 600), waits: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((drawn) =>
    drawn.map(
      ({ startsIn, waits }, at): Step =>
        stepOf({
          ...(startsIn > 0 && { startsAt: noon + startsIn * minute }),
          ...(waits && at > 0 && { after: at - 1 }),
        }),
    ),
  );

/** Lives of changes: what happens, and how many minutes pass before it. */
const lives = fc.record({
  steps,
  approvers: fc.constantFrom(1, 2),
  isApproved: fc.boolean(),
  events: fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 7, 61, 300), event), {
    maxLength: 20,
    size: 'max',
  }),
});
type Life = typeof lives extends fc.Arbitrary<infer One> ? One : never;

/** All states of a life, each with its time. */
function* statesOf({
  steps: [first, ...rest],
  approvers,
  isApproved,
  events,
}: Life): Generator<readonly [Change, number]> {
  if (!first) return;
  const open = request({ steps: [first, ...rest], approvers, messages: [card] });
  let now = noon;
  let change = isApproved ? after(open, enterApproved(open, now)) : open;
  yield [change, now];
  for (const [minutes, happens] of events) {
    now += minutes * minute;
    const next = after(change, happens(change, now));
    if (next !== change) yield [next, now];
    change = next;
  }
}

describe('whatever happens to a change', () => {
  test('it wakes as long as anything is left to do, and never later than there is something to do', () => {
    let slept = 0;
    fc.assert(
      fc.property(lives, fc.nat({ max: 1_200 }), (life, minutes) => {
        for (const [change, now] of statesOf(life)) {
          const at = wakesAt(change);
          if (at === undefined) {
            expect(isWaiting(change)).toBe(false);
            expect(change.due ?? []).toEqual([]);
          } else if (now + minutes * minute < at) {
            slept += 1;
            expect(clock(change, now + minutes * minute)).toBe(change);
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(slept).toBeGreaterThan(100);
  });

  test('the clock alone ends it, each time that it wakes there is something to do, and then it sleeps', () => {
    fc.assert(
      fc.property(lives, (life) => {
        let [change, now] = [...statesOf(life)].at(-1) ?? [request(), noon];
        for (let round = 0; round < 30; round += 1) {
          const at = wakesAt(change);
          if (at === undefined) break;
          now = Math.max(now, at);
          const next = clock(change, now);
          expect(next).not.toBe(change);
          change = next;
        }
        expect(wakesAt(change)).toBeUndefined();
        expect(isWaiting(change)).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  test('one job claims a step, and no other gives it an outcome', () => {
    let ended = 0;
    fc.assert(
      fc.property(lives, (life) => {
        const claims = new Map<number, string>();
        for (const [change] of statesOf(life)) {
          for (const [index, { claimed, outcome }] of change.steps.entries()) {
            const claimer = claims.get(index);
            if (claimer !== undefined) expect(claimed?.job).toBe(claimer);
            if (claimed) claims.set(index, claimed.job);
            if (!claimed || !outcome) continue;
            ended += 1;
            expect(outcome.job).toBe(claimed.job);
          }
        }
      }),
      { numRuns: 1_000 },
    );
    expect(ended).toBeGreaterThan(100);
  });

  test('the outcome of a step is final, and once all have one, the change ends as the worst of them', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const known = new Map<number, string>();
        for (const [change] of statesOf(life)) {
          for (const [index, { outcome }] of change.steps.entries()) {
            if (known.has(index)) expect(outcome?.kind).toBe(known.get(index));
            if (outcome) known.set(index, outcome.kind);
          }
          const worst = endOfSteps(change);
          if (worst) expect(change.status).toBe(worst);
          else expect(kinds).not.toContain(change.status);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test.each<[string, Change, number]>([
  ['a request whose card is not posted wakes at once', request(), noon],
  ['one with its card wakes for the reminder', request({ messages: [card] }), noon + 60 * minute],
  ['then when it expires', request({ messages: [card], reminded: true }), noon + 480 * minute],
  [
    'one that would move an end is looked after all the time, since that can end before',
    request({ messages: [card], reminded: true }, { targets: [endTarget(endId('l1'))] }),
    noon,
  ],
  ['an approved one wakes two minutes later', request({ status: 'approved' }), noon + 2 * minute],
  ['and at its start', request({ status: 'approved' }, { startsAt: noon + 90 * minute }), noon + 90 * minute],
  [
    'a step of which nothing is heard wakes it an hour later',
    request({ status: 'running' }, { claimed: { at: noon + minute, job: 'run', run: 'r1' } }),
    noon + 61 * minute,
  ],
])('%s', (_, change, at) => {
  expect(wakesAt(change)).toBe(at);
});

const outcome = { kind: 'done', answer: [], job: 'e1' } as const;
const noticed = { noticed: true };
const overdue = { noticed: true, overdue: true };

test.each<[string, EndFacts, number | undefined]>([
  ['wakes a quarter of an hour before, so that people are told', {}, endsAt - 15 * minute],
  ['then at its time', { ending: noticed }, endsAt],
  [
    'wakes at its time alone, if what it ends was done half an hour before',
    { ending: { judged: { risk: 'changes', needs: 'confirmation', since: endsAt - 30 * minute } } },
    endsAt,
  ],
  [
    'that somebody moved to now wakes now',
    { ending: noticed, step: { startsAt: endStart + 1 } },
    endStart + 1,
  ],
  [
    'that failed wakes for its next attempt',
    { ending: overdue, step: { retryAt: endsAt + 8 * minute } },
    endsAt + 8 * minute,
  ],
  [
    'that is tried again late wakes once it is overdue, until people were told that',
    { ending: noticed, step: { retryAt: endsAt + 15 * minute } },
    endsAt + 10 * minute,
  ],
  [
    'of which nothing is heard since it was claimed wakes an hour later',
    { status: 'running', step: { claimed: { at: endsAt, job: 'e1', run: 'r1' } } },
    endsAt + 60 * minute,
  ],
  [
    'that is over wakes two minutes after there was something to tell, if that is not told',
    { status: 'done', step: { outcome }, due: ['log'], ending: { news: { count: 1, at: endsAt } } },
    endsAt + 2 * minute,
  ],
  [
    'that waits wakes for what is still to be told, too',
    { due: ['messages'], ending: { news: { count: 1, at: endStart } } },
    endStart + 2 * minute,
  ],
  ['that is over and told sleeps', { status: 'done', step: { outcome } }, undefined],
  ['that gave way to a rollback sleeps', { status: 'superseded' }, undefined],
])('an end %s', (_, facts, at) => {
  expect(wakesAt(endOf(facts))).toBe(at);
});

test('a rollback wakes two minutes later, if no job was sent for it', () => {
  const judged = undefined;
  const rollback = endOf({ ending: { cause: 'failure', judged }, step: { startsAt: undefined } });
  expect(wakesAt(rollback)).toBe(endStart + 2 * minute);
});
