import fc from 'fast-check';
import { expect, test } from 'vitest';
import { votesOf } from '../../../../src/change/model/approval.ts';
import { type Change, isWaiting } from '../../../../src/change/model/change.ts';
import type { Transition, TransitionOfBoth } from '../../../../src/change/model/changes.ts';
import { worstOutcome } from '../../../../src/change/model/outcomes.ts';
import { dueSteps, type Step } from '../../../../src/change/model/step.ts';
import { todo, todoAfter, wakesAt } from '../../../../src/change/model/todo.ts';
import { expire, remind } from '../../../../src/change/transitions/expire.ts';
import { pass } from '../../../../src/change/transitions/passing.ts';
import {
  claim,
  complete,
  completeAbandoned,
  markOutdated,
} from '../../../../src/change/transitions/running.ts';
import { markHandled } from '../../../../src/change/transitions/sent-messages.ts';
import { enter } from '../../../../src/change/transitions/status.ts';
import { suggest, supersede } from '../../../../src/change/transitions/suggesting.ts';
import { addVote } from '../../../../src/change/transitions/votes.ts';
import { withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { noon, posted, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

/* Any events on a change, in any order and at any time. */

const minute = 60_000;
const card = posted('card', '1.1');
const unknown = () => ({ answer: [] });
const suggestion = suggestionOf('do less');
const taking = { suggestion: suggestion.id, job: 'j-take', narrower: request({ id: 'a1-narrower' }) };
const changed = { job: 'j-void', note: 'Void: it is gone.', answer: [] };

/** The change after a transition; unchanged if the transition is refused. */
const after = (change: Change, transition: Transition | TransitionOfBoth): Change =>
  'change' in transition ? transition.change : change;

/** The change after the transition that time alone brings, without a decision or a message. */
function clock(change: Change, now: number): Change {
  const { status, since, due = [], closed } = change;
  if (!isWaiting(change)) {
    const isLeft = now < since + 2 * minute || due.length === 0;
    return isLeft || !closed
      ? change
      : after(change, markHandled(change, { of: change, remaining: [], posted: [] }, now));
  }
  if (status === 'open' && change.messages.length === 0) return { ...change, messages: [card] };
  const over = after(change, expire(change, now));
  if (over !== change) return over;
  if (status === 'open') return after(change, remind(change, now));
  const lost = completeAbandoned(change, unknown, now).change;
  if (lost !== change) return lost;
  const unsent = dueSteps(change, now).find(
    ({ step: { claimed } }) => claimed && now >= claimed.at + 20 * minute,
  );
  if (unsent)
    return after(change, complete(change, unsent.index, { kind: 'failed', answer: [], job: 'sweep' }, now));
  const [first] = dueSteps(change, now).filter(
    ({ step: { claimed, startsAt = 0 } }) => !claimed && (startsAt > since || now >= since + 2 * minute),
  );
  return first
    ? after(change, claim(change, first.index, { job: `j-${first.index}`, run: 'r1' }, now))
    : change;
}

type Event = (change: Change, now: number) => Transition | TransitionOfBoth;

const kinds = ['done', 'failed', 'unknown'] as const;
const people = fc.constantFrom('U0BEN', 'U0CORA', 'U0BEN', 'U0CORA', 'U0VIC', 'U0ANA');
const indices = fc.constantFrom(0, 0, 0, 1, 1, 2, 3);
/** The job of the step at a position, or one that was sent for it again under another id. */
const jobs = fc.constantFrom('j', 'j', 'j', 'again');
const votes = fc.tuple(people, fc.constantFrom('approve', 'approve', 'approve', 'reject')).map(
  ([person, vote]): Event =>
    (change, at) =>
      addVote(change, voteOf(person, vote, { at, job: `vote-${person}-${at}` })),
);
const claims = fc.tuple(indices, jobs).map(
  ([index, job]): Event =>
    (change, now) =>
      dueSteps(change, now).some((step) => step.index === index)
        ? claim(change, index, { job: `${job}-${index}`, run: 'r1' }, now)
        : { refused: 'It is not due.' },
);
const ends = fc.tuple(indices, fc.constantFrom(...kinds), jobs).map(
  ([index, kind, job]): Event =>
    (change, now) =>
      change.steps[index]?.claimed
        ? complete(change, index, { kind, answer: [], job: `${job}-${index}` }, now)
        : { refused: 'It was not claimed.' },
);
/** A decision of this person, or a transition by a job. */
const decisions = fc
  .tuple(people, fc.constantFrom<'open' | 'approved'>('open', 'approved'))
  .chain(([person, from]) =>
    fc.constantFrom<Event>(
      (change, now) => withdraw(change, { person, job: 'j-back' }, now),
      (change, now) => suggest(change, { ...suggestion, by: person }, now),
      (change, now) => supersede(change, undefined, { ...taking, person }, now),
      (change, now) => markOutdated(change, from, changed, now),
      (change, now) => expire(change, now),
    ),
  );
const event = fc.oneof(
  { weight: 6, arbitrary: votes },
  { weight: 12, arbitrary: claims },
  { weight: 12, arbitrary: ends },
  { weight: 2, arbitrary: decisions },
);

const steps = fc
  .array(fc.record({ startsIn: fc.constantFrom(0, 0, 90, 600), waits: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((rendered) =>
    rendered.map(
      ({ startsIn, waits }, at): Step =>
        stepOf({
          ...(startsIn > 0 && { startsAt: noon + startsIn * minute }),
          ...(waits && at > 0 && { after: at - 1 }),
        }),
    ),
  );

/** Lives of changes: events, and the minutes that pass before each. */
const lives = fc.record({
  steps,
  approvers: fc.constantFrom(1, 2),
  isApproved: fc.boolean(),
  /** A time after each of its states, in milliseconds. */
  later: fc.nat({ max: 1_200 }).map((minutes) => minutes * minute),
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
  let change = isApproved ? after(open, enter(open, 'approved', now)) : open;
  yield [change, now];
  for (const [minutes, happens] of events) {
    now += minutes * minute;
    const next = after(change, happens(change, now));
    if (next !== change) yield [next, now];
    change = next;
  }
}

/** Checks each of many lives; `holds` returns how often the rule applied. */
function inEveryLife(holds: (life: Life) => number): void {
  let met = 0;
  fc.assert(
    fc.property(lives, (life) => {
      met += holds(life);
    }),
    { numRuns: 1_000 },
  );
  expect(met).toBeGreaterThan(100);
}

test('a change wakes while anything is left to do, and never later than that is due', () => {
  inEveryLife((life) => {
    let slept = 0;
    for (const [change, now] of statesOf(life)) {
      const at = wakesAt(change);
      if (at === undefined) {
        expect(isWaiting(change)).toBe(false);
        expect(change.due ?? []).toEqual([]);
        continue;
      }
      if (now + life.later >= at) continue;
      slept += 1;
      expect(clock(change, now + life.later)).toBe(change);
      // What its steps came to may not be logged, whenever somebody looks.
      expect(todo(change, now + life.later).filter((task) => task !== 'log')).toEqual([]);
    }
    return slept;
  });
});

const circumstances = { isRestored: false, unsent: new Set<number>(), unknown };

test('whenever a change wakes, there is a task, or time moves it, or it goes on with a step that may not be sent', () => {
  inEveryLife((life) => {
    let woken = 0;
    for (const [change, now] of statesOf(life)) {
      const at = Math.max(now, wakesAt(change) ?? Number.NaN);
      if (Number.isNaN(at)) continue;
      woken += 1;
      const mayBeUnsent = change.steps.some(
        ({ claimed, outcome }) => claimed && !outcome && at >= claimed.at + 2 * minute,
      );
      const isLeft = todo(change, at).some((task) => task !== 'log') || mayBeUnsent;
      expect(isLeft || pass(change, circumstances, at) !== change).toBe(true);
    }
    return woken;
  });
});

test('a job leaves pictures, reminders, missing cards, old buttons and lost polls to the sweeper’s', () => {
  const ofSweeper = ['picture', 'remind', 'publish', 'refresh', 'look'];
  inEveryLife((life) => {
    const tasks = [...statesOf(life)].flatMap(([change]) =>
      [change.job, 'j-0', change.closed?.job ?? 'j-1'].flatMap((job) => todoAfter(change, job)),
    );
    expect(tasks.filter((task) => ofSweeper.includes(task))).toEqual([]);
    return tasks.length;
  });
});

test('time alone ends a change: each time it wakes there is something to do, and then it sleeps', () => {
  inEveryLife((life) => {
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
    return 1;
  });
});

test('one job claims a step, and no other gives it an outcome, which is final', () => {
  inEveryLife((life) => {
    let ended = 0;
    const claimers = new Map<number, string>();
    const outcomes = new Map<number, string>();
    for (const [change] of statesOf(life)) {
      for (const [index, { claimed, outcome }] of change.steps.entries()) {
        if (claimers.has(index)) expect(claimed?.job).toBe(claimers.get(index));
        if (claimed) claimers.set(index, claimed.job);
        if (outcomes.has(index)) expect(outcome?.kind).toBe(outcomes.get(index));
        if (outcome) outcomes.set(index, outcome.kind);
        if (!claimed || !outcome) continue;
        ended += 1;
        expect(outcome.job).toBe(claimed.job);
      }
      const worst = worstOutcome(change);
      if (worst) expect(change.status).toBe(worst);
      else expect(kinds).not.toContain(change.status);
    }
    return ended;
  });
});

test('a change is approved only by enough distinct people, none of them its requester', () => {
  inEveryLife((life) => {
    if (life.isApproved) return 0;
    let approved = 0;
    for (const [change] of statesOf(life)) {
      const cast = votesOf(change);
      const voters = cast.map(({ person }) => person);
      expect(voters).not.toContain('U0ANA');
      expect(new Set(voters).size).toBe(voters.length);
      if (!['approved', 'running', ...kinds].includes(change.status)) continue;
      approved += 1;
      expect(cast.filter(({ vote }) => vote === 'approve').length).toBeGreaterThanOrEqual(life.approvers);
      expect(cast.filter(({ vote }) => vote === 'reject')).toEqual([]);
    }
    return approved;
  });
});

test('a change never returns to an earlier status, and a closed one stays as it is', () => {
  inEveryLife((life) => {
    const states = [...statesOf(life)].map(([change]) => change);
    const statuses = states.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]);
    expect(new Set(statuses).size).toBe(statuses.length);
    const over = states.find((change) => !isWaiting(change));
    if (over) expect(states.at(-1)).toBe(over);
    return over ? 1 : 0;
  });
});
