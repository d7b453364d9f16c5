import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { endTarget } from '../../../../src/change/model/ending.ts';
import { endId } from '../../../../src/change/model/ids.ts';
import { wakesAt } from '../../../../src/change/model/wakes-at.ts';
import { type EndFacts, endOf, endStart, endsAt } from '../../ends.ts';
import { noon, posted, request } from '../../requests.ts';

const minute = 60_000;
const card = posted('card', '1.1');

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
    { ending: { evaluated: { risk: 'changes', needs: 'confirmation', since: endsAt - 30 * minute } } },
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
    { status: 'done', step: { outcome }, due: ['log'], ending: { notification: { count: 1, at: endsAt } } },
    endsAt + 2 * minute,
  ],
  [
    'that waits wakes for what is still to be told, too',
    { due: ['messages'], ending: { notification: { count: 1, at: endStart } } },
    endStart + 2 * minute,
  ],
  ['that is over and told sleeps', { status: 'done', step: { outcome } }, undefined],
  ['that gave way to a rollback sleeps', { status: 'superseded' }, undefined],
])('an end %s', (_, facts, at) => {
  expect(wakesAt(endOf(facts))).toBe(at);
});

test('a rollback wakes two minutes later, if no job was sent for it', () => {
  const evaluated = undefined;
  const rollback = endOf({ ending: { cause: 'failure', evaluated }, step: { startsAt: undefined } });
  expect(wakesAt(rollback)).toBe(endStart + 2 * minute);
});
