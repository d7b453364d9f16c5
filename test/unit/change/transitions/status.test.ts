import { describe, expect, test } from 'vitest';
import { note } from '../../../../src/answer/answer.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { refused } from '../../../../src/change/transitions/beginning.ts';
import { closeRequest, usedOffers, whyClosed } from '../../../../src/change/transitions/status.ts';
import { commandOf, stepOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, previewOf, request, suggestionOf } from '../../../support/made/requests.ts';

const later = noon + 60_000;
const ended = { event: 'applied', person: 'U0ANA', job: 'j1' } as const;
const outcome = (kind: StepOutcome['kind'], more: Partial<StepOutcome> = {}): StepOutcome => ({
  kind,
  answer: [],
  job: 'j1',
  ...more,
});
const undo = {
  ...commandOf('alert delete 1'),
  subject: { kind: 'alert policy', id: '1' },
  warning: [],
  state: 's',
  expires: later,
} as const;
const undoes = { id: 's1', subject: undo.subject, usedBy: 'j0' };
const dueOf = (change: Change, status: Change['status'] = 'done') =>
  closeRequest(change, status, ended, later).change.due;

describe('a change that ends has as due:', () => {
  const confirmed = { status: 'running', approvers: 0 } as const;
  test.each<[string, Change, Change['status'], due: string]>([
    [
      'an approved change: everybody is notified',
      request({ status: 'running' }),
      'done',
      'card requester log channel',
    ],
    ['an open request: its channel has the card', request(), 'rejected', 'card requester log'],
    ['a confirmed change: its requester saw it end', request(confirmed), 'done', 'card log channel'],
    [
      'a confirmed change that started later: its requester may be away',
      request(confirmed, { startsAt: later }),
      'done',
      'card requester log channel',
    ],
    [
      'a change withdrawn before its start: its requester knows it',
      request({ ...confirmed, status: 'approved' }, { startsAt: later }),
      'withdrawn',
      'card log channel',
    ],
    [
      'a request with a pending suggestion: its author is notified',
      request({ suggestion: suggestionOf('less') }),
      'expired',
      'card requester log suggester',
    ],
    ['an Undo: the step that it undoes', request({}, { undoes }), 'rejected', 'card requester log undo'],
    ['a narrower request takes its Undo over', request({}, { undoes }), 'superseded', 'card requester log'],
  ])('%s', (_, change, status, due) => expect(dueOf(change, status)?.join(' ')).toBe(due));

  test('a failed all-or-nothing plan is rolled back first', () => {
    const plan = { line: 'plan', allOrNothing: true };
    const steps = [
      stepOf({ outcome: outcome('done', { undo }) }),
      stepOf({ outcome: outcome('failed') }),
    ] as const;
    const due = dueOf(request({ status: 'running', plan, steps }), 'failed');
    expect(due?.join(' ')).toBe('rollback card requester log channel');
  });
});

test.each<[string, Partial<Step>, readonly object[]]>([
  ['nothing', {}, []],
  ['an Undo that is not claimed', { undoes: { ...undoes, usedBy: undefined } }, []],
  [
    'an Undo whose outcome is not known',
    { undoes },
    [{ offer: 'undoneBy', outcome: undefined, isFutile: true }],
  ],
  ['an Undo that is done', { undoes, outcome: outcome('done') }, [{ outcome: 'done', isFutile: false }]],
  [
    'an Undo that may be done',
    { undoes, outcome: outcome('unknown') },
    [{ outcome: 'unknown', isFutile: false }],
  ],
  ['an Undo that failed', { undoes, outcome: outcome('failed') }, [{ outcome: undefined, isFutile: true }]],
  ['another attempt that is not claimed', { retries: { id: 's1' } }, []],
  [
    'another attempt whose outcome is not known',
    { retries: { id: 's1', usedBy: 'j0' } },
    [{ id: 's1', offer: 'retriedBy', job: 'j0', isFutile: true }],
  ],
  [
    'another attempt that is done',
    { retries: { id: 's1', usedBy: 'j0' }, outcome: outcome('done') },
    [{ offer: 'retriedBy', isFutile: false }],
  ],
  [
    'another attempt that failed',
    { retries: { id: 's1', usedBy: 'j0' }, outcome: outcome('failed') },
    [{ offer: 'retriedBy', isFutile: true }],
  ],
])('a change used %s', (_, step, used) => expect(usedOffers(request({}, step))).toMatchObject(used));

test('another attempt that failed among others is not futile: it is retried from the new message', () => {
  const steps = [
    stepOf({ retries: { id: 's1', usedBy: 'j0' }, outcome: outcome('failed') }),
    stepOf({ retries: { id: 's2', usedBy: 'j0' } }),
  ] as const;
  expect(usedOffers(request({ steps })).map(({ isFutile }) => isFutile)).toEqual([false, true]);
});

test.each<[string, Change, string | undefined]>([
  ['an open request', request(), undefined],
  ['an end', endOf(), 'It needs nobody’s decision.'],
  [
    'a change that waits',
    request({ status: 'approved' }, { startsAt: later }),
    'It’s approved already and waits for its start.',
  ],
  ['a running change', request({ status: 'running' }), 'It’s approved already and is being applied.'],
])('%s can be decided on, or says why not', (_, change, why) => expect(whyClosed(change, noon)).toBe(why));

test('a change refused at its confirmation is closed, and releases the offers that the click used', () => {
  const preview = previewOf({
    steps: [
      stepOf({ undoes: { id: 's1', subject: undo.subject } }),
      stepOf({ retries: { id: 's2' } }),
      stepOf(),
    ],
  });
  const change = refused(preview, { job: 'j9', note: 'Too late.', answer: [note('no')] }, later);
  expect(change).toMatchObject({
    status: 'refused',
    since: later,
    created: later,
    job: 'j9',
    closed: { event: 'refused', person: 'U0ANA', job: 'j9', note: 'Too late.' },
    steps: [{ undoes: { id: 's1', usedBy: 'j9' } }, { retries: { id: 's2', usedBy: 'j9' } }, {}],
  });
  expect(change.due).toContain('undo');
  expect(change.steps[2]).toEqual(stepOf());
  expect(usedOffers(change)).toEqual([
    { id: 's1', offer: 'undoneBy', job: 'j9', outcome: undefined, isFutile: true },
    { id: 's2', offer: 'retriedBy', job: 'j9', isFutile: true },
  ]);
});
