import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { endTarget } from '../../../../src/change/model/end-target.ts';
import { endId, executionId } from '../../../../src/change/model/ids.ts';
import { wakesAt } from '../../../../src/change/model/wakes-at.ts';
import { type EndFacts, endOf, endStart, endsAt } from '../../../support/made/ends.ts';
import { noon, posted, request } from '../../../support/made/requests.ts';

const minute = 60_000;
const card = posted('card', '1.1');

test.each<[string, Change, number]>([
  ['a request whose card is not posted wakes at once', request(), noon],
  ['a request with its card wakes for the reminder', request({ messages: [card] }), noon + 60 * minute],
  ['a reminded request wakes at expiry', request({ messages: [card], reminded: true }), noon + 480 * minute],
  [
    'a request that would move an end wakes at each sweep, since the end can come first',
    request({ messages: [card], reminded: true }, { targets: [endTarget(endId('l1'))] }),
    noon,
  ],
  ['a request with a card to edit wakes at each sweep', request({ messages: [card], due: ['card'] }), noon],
  [
    'a request whose card Slack refused wakes after a pause that grows fourfold',
    request({ messages: [card], due: ['card'], cardRefusals: 2 }),
    noon + 32 * minute,
  ],
  [
    'a request whose card Slack refused still wakes for its reminder',
    request({ messages: [card], due: ['card'], cardRefusals: 9 }),
    noon + 60 * minute,
  ],
  [
    'a request that is over wakes two minutes later for what is due, and later if that is a card which Slack refused',
    request({ status: 'rejected', messages: [card], due: ['card'], cardRefusals: 3 }),
    noon + 128 * minute,
  ],
  [
    'a request with something else to do doesn’t wait for its card',
    request({ status: 'rejected', messages: [card], due: ['card', 'requester'], cardRefusals: 4 }),
    noon + 2 * minute,
  ],
  ['an approved request wakes two minutes later', request({ status: 'approved' }), noon + 2 * minute],
  ['a start wakes it', request({ status: 'approved' }, { startsAt: noon + 90 * minute }), noon + 90 * minute],
  [
    'a request with a silent step wakes once its worker must be dead, in case it was not sent',
    request({ status: 'running' }, { claimed: { at: noon, job: executionId('a1', 0), run: 'r1' } }),
    noon + 2 * minute,
  ],
  [
    'a request whose silent step a click runs wakes once no message of that click is left',
    request({ status: 'running' }, { claimed: { at: noon + minute, job: 'click', run: 'r1' } }),
    noon + 21 * minute,
  ],
])('%s', (_, change, at) => {
  expect(wakesAt(change)).toBe(at);
});

const outcome = { kind: 'done', answer: [], job: 'e1' } as const;
const noticed = { noticed: true };
const overdue = { noticed: true, overdue: true };

test.each<[string, EndFacts, number | undefined]>([
  ['wakes a quarter of an hour before its time, for the notice', {}, endsAt - 15 * minute],
  ['with a notice wakes at its time', { reversal: noticed }, endsAt],
  ['of a change that lasts half an hour wakes only at its time', { created: endsAt - 30 * minute }, endsAt],
  [
    'that somebody moved to now wakes now',
    { reversal: noticed, step: { startsAt: endStart + 1 } },
    endStart + 1,
  ],
  [
    'that failed wakes for its next attempt',
    { reversal: overdue, step: { retryAt: endsAt + 8 * minute } },
    endsAt + 8 * minute,
  ],
  [
    'with a late next attempt wakes when it is overdue, until that is reported',
    { reversal: noticed, step: { retryAt: endsAt + 15 * minute } },
    endsAt + 10 * minute,
  ],
  [
    'that is claimed and silent wakes two minutes later, in case it was not sent',
    { status: 'running', step: { claimed: { at: endsAt, job: 'e1', run: 'r1' } } },
    endsAt + 2 * minute,
  ],
  [
    'that is over wakes two minutes later if a report is still due',
    { status: 'done', step: { outcome }, due: ['log'], reversal: { notification: { count: 1, at: endsAt } } },
    endsAt + 2 * minute,
  ],
  [
    'that waits also wakes for a report that is still due',
    { due: ['messages'], reversal: { notification: { count: 1, at: endStart } } },
    endStart + 2 * minute,
  ],
  ['that is over and reported sleeps', { status: 'done', step: { outcome } }, undefined],
  ['that gave way to a rollback sleeps', { status: 'superseded' }, undefined],
])('an end %s', (_, facts, at) => {
  expect(wakesAt(endOf(facts))).toBe(at);
});

test('a rollback wakes two minutes later, if no job was sent for it', () => {
  const evaluated = undefined;
  const rollback = endOf({ reversal: { cause: 'failure', evaluated }, step: { startsAt: undefined } });
  expect(wakesAt(rollback)).toBe(endStart + 2 * minute);
});
