import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import {
  begunAt,
  expiresWithEnd,
  startDeadline,
  stepDeadline,
} from '../../../../src/change/model/deadlines.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { hour, minute } from '../../../../src/core/clock.ts';
import type { NonEmpty } from '../../../../src/core/non-empty.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, request } from '../../../support/made/requests.ts';

/** A request that expires at noon, with these steps. */
const of = (...steps: NonEmpty<Partial<Step>>): Change => {
  const [first, ...others] = steps;
  return request({ expires: noon, steps: [stepOf(first), ...others.map((step) => stepOf(step))] });
};
const until = (at: number): Partial<Step> => ({ ends: { at } });
const claimed = (at: number): Partial<Step> => ({ claimed: { at, job: 'j', run: 'r' } });
const done = (at: number): Partial<Step> => ({
  ...claimed(at),
  outcome: { kind: 'done', answer: [], job: 'j' },
});
const accepted = (at: number): Partial<Step> => ({
  claimed: { at, job: 'j', run: 'r', accepted: { at, jobRef: { id: '1' } } },
});

test.each<[string, number, number]>([
  ['People decide until a request expires', expiresWithEnd(of({}), noon), noon],
  ['or until the first of its steps ends', expiresWithEnd(of({}, until(noon - 1)), noon), noon - 1],
  ['An end after its start says nothing about that', expiresWithEnd(of({ ends: { after: 1 } }), noon), noon],
  ['It may start for 45 minutes after it expired', startDeadline(of({})), noon + 45 * minute],
  ['or after its start', startDeadline(of({ startsAt: noon + hour })), noon + hour + 45 * minute],
  ['or until it ends', startDeadline(of(until(noon + minute))), noon + minute],
  [
    'but one line that ends stops no other line',
    startDeadline(of({}, until(noon + minute))),
    noon + 45 * minute,
  ],
  [
    'A step may begin as long as its change may start',
    stepDeadline(of({}, { after: 0 }), 1),
    noon + 45 * minute,
  ],
  [
    'and for an hour in its turn once another has begun',
    stepDeadline(of(done(noon + 44 * minute), { after: 0 }, { after: 1 }), 2),
    noon + 44 * minute + 3 * hour,
  ],
  ['Its own claim gives it no more time', stepDeadline(of(claimed(noon)), 0), noon + 45 * minute],
  [
    'A change that began early has its whole time',
    stepDeadline(of(done(0), { after: 0 }), 1),
    noon + 45 * minute,
  ],
  [
    'A step never begins after its end',
    stepDeadline(of(accepted(noon), until(noon + minute)), 1),
    noon + minute,
  ],
  ['The end of another step is none of it', stepDeadline(of(until(noon), {}), 1), noon + 45 * minute],
  ['An end never gives up', stepDeadline(endOf(), 0), Number.POSITIVE_INFINITY],
])('%s', (_, found, expected) => expect(found).toBe(expected));

test('a change began with the first of its other steps that was sent', () => {
  const change = of(done(noon + 2), accepted(noon + 1), claimed(noon));
  expect([begunAt(change, 2), begunAt(change, 1), begunAt(of(claimed(noon), {}), 1)]).toEqual([
    noon + 1,
    noon + 2,
    undefined,
  ]);
});
