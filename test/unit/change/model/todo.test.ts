import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { endTarget } from '../../../../src/change/model/end-target.ts';
import { endId, executionId } from '../../../../src/change/model/ids.ts';
import { hashOfPicture, pictureOf } from '../../../../src/change/model/picture.ts';
import { todo, todoAfter, wakesAt } from '../../../../src/change/model/todo.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { type EndFacts, endOf, endStart, endsAt } from '../../../support/made/ends.ts';
import { noon, posted, request, voteOf } from '../../../support/made/requests.ts';

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

/* What is left to do, as a transcript: a state, who looks at it, and the tasks in their order. */

const closed = { event: 'applied', person: 'U0ANA', job: 'j1' } as const;
const allDue = ['card', 'requester', 'log', 'channel', 'undo', 'rollback'] as const;
const over = request({ status: 'done', closed, due: allDue });
const moved = endOf({ due: ['messages', 'log'], reversal: { notification: { count: 1, at: endStart } } });
const declined = { id: 's1', by: 'U0BEN', title: 'do less', job: 'j1' };

test.each<[string, Change, string, string]>([
  [
    'a new request gets its messages before it runs',
    request({ job: 'j1', messages: [card] }),
    'j1',
    'introduce execute wake',
  ],
  [
    'a confirmed change gets the message with its steps first',
    request({ job: 'j1', status: 'approved', approvers: 0 }),
    'j1',
    'introduce execute wake',
  ],
  [
    'an approval queues the steps before it edits messages, which can take long',
    request({ status: 'approved', messages: [card], votes: [voteOf('U0BEN')] }),
    'j1',
    'execute show wake',
  ],
  [
    'of several jobs that complete steps at once, only the last one shows it',
    request({ status: 'running', lastJob: 'j2', messages: [card] }),
    'j1',
    'execute wake',
  ],
  [
    'a declined suggestion is answered',
    request({ messages: [card], declined }),
    'j1',
    'execute show wake declined',
  ],
  [
    'a declined suggestion that was answered is not answered again',
    request({ messages: [card], declined: { ...declined, isReplied: true } }),
    'j1',
    'execute show wake',
  ],
  [
    'what a job has closed is logged before anybody reads it',
    over,
    'j1',
    'rollback log wake card requester channel undo',
  ],
  ['what another job has closed is left to that one, also to show it', over, 'j2', 'execute wake'],
  [
    'what another job has closed and logged is shown',
    request({ status: 'done', closed, due: ['card'], messages: [card] }),
    'j2',
    'execute show wake',
  ],
  [
    'the last attempt at an end is logged before the next one, which doesn’t wait for its messages',
    moved,
    'j1',
    'log execute wake messages',
  ],
  [
    'the messages of an end are not left to the job that has closed it',
    endOf({ status: 'done', closed, due: ['requester', 'log'] }),
    'j2',
    'log execute wake requester',
  ],
])('after a job: %s', (_, change, job, tasks) => {
  expect(todoAfter(change, job).join(' ')).toBe(tasks);
});

const path = { from: place(), to: place(), ports: ['all ports'], services: [] };
const drawn = (pictures: Change['pictures']): Change => {
  const judgement = { impact: [], points: [], basis: [{ hash: '', title: '' }] as const, path };
  return { ...request({ messages: [card], pictures }), judgement };
};

function place() {
  return { place: 'DE1 · ACME', ranges: ['10.0.0.0/8'], more: 0, addresses: 2 ** 24 };
}

const claimed = { at: noon, job: executionId('a1', 0), run: 'r1' };
const accepted = { jobRef: { id: '1' }, at: noon };

test.each<[string, Change, minutes: number, mover: string | undefined, string]>([
  ['nothing before its reminder', request({ messages: [card] }), 59, undefined, ''],
  ['the reminder', request({ messages: [card] }), 60, undefined, 'remind'],
  ['no second reminder', request({ messages: [card], reminded: true }), 60, undefined, ''],
  ['the card that is missing, and then its reminder', request(), 60, undefined, 'publish remind'],
  ['the picture that is missing', drawn(undefined), 0, undefined, 'picture'],
  [
    'a card that could not be edited, at once',
    request({ messages: [card], due: ['card'] }),
    0,
    undefined,
    'card',
  ],
  [
    'no card that Slack refuses before the pause is over, though it wakes for its reminder',
    request({ messages: [card], due: ['card'], cardRefusals: 9 }),
    60,
    undefined,
    'remind',
  ],
  [
    'nothing about an approved step that a job is to queue',
    request({ status: 'approved' }),
    1,
    undefined,
    '',
  ],
  ['an approved step that no job has claimed', request({ status: 'approved' }), 2, undefined, 'execute'],
  [
    'a step at its start',
    request({ status: 'approved' }, { startsAt: noon + minute }),
    1,
    undefined,
    'execute',
  ],
  ['nothing about a step that runs', request({ status: 'running' }, { claimed }), 1, undefined, ''],
  [
    'a background job that nobody may poll any more',
    request({ status: 'running' }, { claimed: { ...claimed, accepted } }),
    20,
    undefined,
    'look',
  ],
  [
    'an outcome that its job may not have logged, before the next step',
    request({ status: 'running', steps: [stepOf({ outcome }), stepOf({ after: 0 })] }),
    2,
    undefined,
    'log execute',
  ],
  ['nothing that is left to the job which closed it', over, 1, undefined, ''],
  ['what that job has not done', over, 2, undefined, 'rollback log card requester channel undo'],
  ['at once what it has closed itself', over, 0, 'j1', 'rollback log card requester channel undo'],
  [
    'what its own lost step left, and the step that waits for no other',
    request({
      status: 'running',
      lastJob: 'sweep',
      messages: [card],
      steps: [stepOf({ outcome }), stepOf()],
    }),
    2,
    'sweep',
    'log execute show',
  ],
  [
    'buttons of expired Undos, after what is due',
    request({ status: 'done', closed, due: ['card'], staleAt: noon + 30 * minute }),
    30,
    undefined,
    'card refresh',
  ],
])('the sweeper’s job does %s', (_, change, minutes, mover, tasks) => {
  expect(todo(change, noon + minutes * minute, mover).join(' ')).toBe(tasks);
});

test.each<[string, Change, at: number, mover: string | undefined, string]>([
  ['nothing before its time', endOf({ reversal: noticed }), endsAt - 1, undefined, ''],
  ['the end at its time', endOf({ reversal: noticed }), endsAt, undefined, 'execute'],
  [
    'the notice that it has just given',
    endOf({
      due: ['requester', 'channel'],
      reversal: { ...noticed, notification: { count: 1, at: endsAt } },
    }),
    endsAt - 15 * minute,
    'sweep',
    'execute requester channel',
  ],
  [
    'of a notice that a job gave, only what that job has not done after two minutes',
    endOf({ due: ['channel'], reversal: { ...noticed, notification: { count: 1, at: endStart } } }),
    endStart + 2 * minute,
    undefined,
    'channel',
  ],
  [
    'the entry of the last attempt before the next one, though its messages are left to a job',
    endOf({
      due: ['log', 'messages'],
      reversal: { ...overdue, notification: { count: 1, at: endsAt } },
      step: { retryAt: endsAt + minute },
    }),
    endsAt + minute,
    undefined,
    'log execute',
  ],
])('the sweeper’s job of an end does %s', (_, change, at, mover, tasks) => {
  expect(todo(change, at, mover).join(' ')).toBe(tasks);
});

test('a picture that is uploaded is added to the card, which is edited then', () => {
  const [of] = [hashOfPicture(pictureOf(drawn(undefined)) ?? notDrawn())];
  const uploaded = drawn([{ of, file: 'F1', failures: 0 }]);
  expect(todo(uploaded, noon)).toEqual(['picture', 'card']);
  expect(todo(drawn([{ of, file: 'F1', failures: 0, isShown: true }]), noon)).toEqual([]);
});

function notDrawn(): never {
  throw new Error('It has no picture');
}
