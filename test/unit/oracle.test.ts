import { expect, test } from 'vitest';
import type { ChangeState, StepState } from '../support/change-states.ts';
import { contradictions } from '../support/oracle/contradictions.ts';
import type { Card, Found } from '../support/oracle/found.ts';

/*
 * Compares people, states, cards, audit log and cloud API after faults: it finds nothing if all agree, and each kind of
 * contradiction that is made by hand.
 */

const step: StepState = {
  id: 'c1',
  title: 'Create alert policy Busy',
  operation: 'alert.create',
  arguments: { name: 'Busy' },
  resource: undefined,
  outcome: 'done',
  isTemporary: false,
  end: undefined,
  undoes: undefined,
};

const change: ChangeState = {
  id: 'c1',
  number: 1,
  status: 'done',
  isImmediate: false,
  seen: 'digest',
  requester: 'U0ANA',
  approvers: 1,
  votes: [{ person: 'U0BEN', vote: 'approve', isBreakGlass: false, counts: true }],
  suggestion: undefined,
  declinedOf: undefined,
  isReminded: false,
  expires: 1_000,
  replaces: undefined,
  isAllOrNothing: false,
  steps: [step],
  cards: [{ channel: 'C0APPROVALS', ts: '1.1' }],
};

/** Its card, with this text. */
const card = (text: string, more: Partial<Card> = {}): Card => ({ ts: '1.1', text, decisions: [], ...more });
const applied = card('✅ Applied · #1 · U0ANA in ACME · approved by U0BEN');

const entry = (event: Found['log'][number]['event'], person = 'U0ANA', request = 'c1') => ({
  event,
  person,
  request,
});
const story = [entry('requested'), entry('approved', 'U0BEN'), entry('started'), entry('applied')];

/** One request that was approved and applied, in agreement everywhere. */
const agreed: Found = {
  changes: [change],
  waiting: [],
  log: story,
  cards: [applied],
  said: [{ to: 'U0ANA', text: '✅ Created alert policy Busy · #1' }],
  shown: ['✅ Created alert policy Busy · #1'],
  sent: ['POST /v2/alertPolicies/ACME'],
  isMade: () => true,
  deadLetters: 0,
  now: 1_000,
};

const withChange = (more: Partial<ChangeState>): Partial<Found> => ({ changes: [{ ...change, ...more }] });
const withStep = (more: Partial<StepState>, of: Partial<ChangeState> = {}): Partial<Found> =>
  withChange({ ...of, steps: [{ ...step, ...more }] });
const end = { id: 'end-c1', status: 'active', at: 2_000 } as const;
const ended = { isTemporary: true, end: { ...end, status: 'ended' } } as const;
const endedStory = [...story, entry('started'), entry('ended')];
const endedSaid = [...agreed.said, { to: 'U0ANA', text: '⚪ Closed · #1' }];
/** Its end came at its time, in agreement everywhere. */
const agreedEnd: Partial<Found> = {
  ...withStep(ended),
  log: endedStory,
  said: endedSaid,
  sent: [...agreed.sent, 'DELETE /v2/alertPolicies/ACME/1'],
  isMade: () => false,
};
/** A change that its confirmation started, in agreement everywhere. */
const agreedAtOnce: Partial<Found> = {
  changes: [
    {
      ...change,
      number: undefined,
      status: 'confirmed',
      approvers: 0,
      votes: [],
      cards: [],
      steps: [{ ...step, outcome: undefined }],
    },
  ],
  log: [entry('previewed'), entry('started'), entry('applied')],
  cards: [],
};
const rejected: Partial<Found> = {
  ...withStep(
    { outcome: undefined },
    {
      status: 'rejected',
      votes: [{ person: 'U0BEN', vote: 'reject', isBreakGlass: false, counts: true }],
    },
  ),
  log: [entry('requested'), entry('rejected', 'U0BEN')],
  cards: [card('❌ Rejected · #1 · U0ANA in ACME · rejected by U0BEN')],
  said: [{ to: 'U0ANA', text: '#1 · @ben rejected' }],
  shown: [],
  sent: [],
  isMade: () => false,
};

test.each<[string, Partial<Found>]>([
  ['an approved change that was applied', {}],
  ['a change that ended at its time', agreedEnd],
  ['a change that its confirmation started', agreedAtOnce],
  ['a rejected request', rejected],
  ['a change whose end is to come', withStep({ isTemporary: true, end })],
])('%s is no contradiction if everything agrees', (_, found) => {
  expect(contradictions({ ...agreed, ...found })).toEqual([]);
});

test.each<[string, Partial<Found>]>([
  // The audit log.
  ['c1 is started, and was never asked for', { log: story.slice(1) }],
  [
    'c1 is started with 0 of 1 approvals in the log',
    { log: [story[0], story[2], story[3], story[1]].flatMap((one) => one ?? []) },
  ],
  ['c1 is logged twice as requested by U0ANA', { log: [entry('requested'), ...story] }],
  [
    'c1 is logged twice as approved by U0BEN',
    { log: [entry('requested'), entry('approved', 'U0BEN'), ...story.slice(1)] },
  ],
  ['c1 is logged twice as applied by U0ANA', { log: [...story, entry('started'), entry('applied')] }],
  ['c1 is started again before it ended', { log: [...story.slice(0, 3), ...story.slice(2)] }],
  ['c1 is applied, and was never started', { log: [...story.slice(0, 2), entry('applied')] }],
  ['c1 is started, and has no end in the log', { log: story.slice(0, 3) }],
  ['c1 (done) is not in the log as asked', { log: [] }],
  ['the vote of U0BEN on c1 (done) is not in the log', { log: [entry('requested')] }],
  [
    'the log has a vote of U0CORA on c1 (done) that nobody cast',
    { log: [...story, entry('approved', 'U0CORA')] },
  ],
  ['step 1 of c1 (done) has no end in the log', { log: [...story.slice(0, 3), entry('failed')] }],
  ['the end of step 1 of c1 is not in the log', { ...agreedEnd, log: story }],
  [
    'the end of step 1 of c1 is in the log, and is active',
    { ...withStep({ isTemporary: true, end }), log: endedStory },
  ],
  [
    'the end of step 1 of c1 is not in the log as unknown',
    { ...agreedEnd, ...withStep({ ...ended, end: { ...end, status: 'unknown' } }), log: story },
  ],
  // The states.
  ['a number names two requests: 1,1', { changes: [change, { ...change, id: 'c2' }] }],
  ['a request has no number', withChange({ number: undefined })],
  ['c1 (open) waits behind its expiry', { ...withChange({ status: 'open' }), now: 9_999_999 }],
  ['c1 (approved) is approved, and nobody runs it', withChange({ status: 'approved' })],
  ['c1 (running) is running, and nobody is at it', withChange({ status: 'running' })],
  ['c1 (superseded) has no successor', withChange({ status: 'superseded' })],
  [
    'c1 (done) is still to be told: message',
    { waiting: [{ id: 'c1', status: 'done', ends: [], lacks: ['message'] }] },
  ],
  [
    'the end of c1 is still to be told: entry',
    { waiting: [{ id: 'end-c1', status: 'done', ends: ['c1'], lacks: ['entry'] }] },
  ],
  [
    'the end of step 1 of c1 is begun, and nobody is at it',
    withStep({ isTemporary: true, end: { ...end, status: 'ending' } }),
  ],
  ['the end of step 1 of c1 is overdue', { ...withStep({ isTemporary: true, end }), now: 9_999_999 }],
  ['dead letters are left', { deadLetters: 1 }],
  // Cards and messages.
  ['no card shows c1 (done)', { cards: [] }],
  [
    'a card shows no request: ✅ Applied · #2 · ',
    { cards: [applied, card('✅ Applied · #2 · ', { ts: '1.2' })] },
  ],
  [
    'the card of c1 (done) does not show its status: ⏳ 0 of 1 approved · #1 · U0BEN',
    { cards: [applied, card('⏳ 0 of 1 approved · #1 · U0BEN', { ts: '1.2' })] },
  ],
  [
    'the card of c1 (done) does not show its status: ✅ Rejected · U0BEN Applied',
    { cards: [card('✅ Rejected · U0BEN Applied')] },
  ],
  ['the card of c1 (done) does not show the vote of U0BEN: ✅ Applied', { cards: [card('✅ Applied')] }],
  [
    'the card of c1 (done) does not show that it is closed: ✅ Applied · U0BEN',
    { cards: [card('✅ Applied · U0BEN', { decisions: ['review'] })] },
  ],
  [
    'the card of c1 (open) does not show its button: 1 of 1 approved by U0BEN',
    { ...withChange({ status: 'open' }), cards: [card('1 of 1 approved by U0BEN')] },
  ],
  [
    'the card of c1 (open) does not show its approvals: 0 of 1 approved by U0BEN',
    {
      ...withChange({ status: 'open' }),
      cards: [card('0 of 1 approved by U0BEN', { decisions: ['review'] })],
    },
  ],
  [
    'the card of c1 (open) does not show whether something else is suggested: 1 of 1 approved by U0BEN',
    {
      ...withChange({ status: 'open', suggestion: { id: 's1', by: 'U0CORA', comment: undefined } }),
      cards: [card('1 of 1 approved by U0BEN', { decisions: ['review'] })],
    },
  ],
  [
    'the card of c1 (done) does not show what came of its steps: ✅ Applied · U0BEN · 1 of 2 done',
    {
      ...withChange({ steps: [step, { ...step, id: 'c1.2' }] }),
      cards: [card('✅ Applied · U0BEN · 1 of 2 done')],
    },
  ],
  ['nobody was told that c1 is done', { said: [] }],
  ['nobody was told that c1 is done', { said: [{ to: 'U0ANA', text: 'Applied · #12' }] }],
  ['nobody was told that step 1 of c1 (confirmed) is done', { ...agreedAtOnce, said: [] }],
  ['nobody was told that c1 is rejected', { ...rejected, said: [] }],
  ['nobody was told that the end of step 1 of c1 (done) is ended', { ...agreedEnd, said: agreed.said }],
  [
    'nobody was told that the end of step 1 of c1 (done) is skipped',
    { ...agreedEnd, ...withStep({ ...ended, end: { ...end, status: 'skipped' } }), log: story },
  ],
  [
    'step 1 of c1 (done) was to end by itself, it stays, and nobody was told',
    withStep({ isTemporary: true }),
  ],
  [
    'step 1 of c1 (failed) was to be undone, it stays, and nobody was told',
    withStep({}, { isAllOrNothing: true, status: 'failed' }),
  ],
  ['a message says what is over: ⏳ Ending now · #1', { shown: ['⏳ Ending now · #1'] }],
  // The cloud API.
  ['step 1 of c1 (done) is done, and the cloud API has nothing of it', { isMade: () => false }],
  [
    'step 1 of c1 (confirmed) is done, and the cloud API has nothing of it',
    { ...agreedAtOnce, isMade: () => false },
  ],
  [
    'step 1 of c1 (failed) is failed, and the cloud API has it',
    withStep({ outcome: 'failed' }, { status: 'failed' }),
  ],
  ['step 1 of c1 (rejected) is never started, and the cloud API has it', { ...rejected, isMade: () => true }],
  [
    'step 1 of c1 (done) is done, its end is ended, and the cloud API has it',
    { ...agreedEnd, isMade: () => true },
  ],
  [
    'step 1 of c1 (done) is done, its end is active, and the cloud API has nothing of it',
    { ...withStep({ isTemporary: true, end }), isMade: () => false },
  ],
  ['2 changes were sent, and 1 were started: POST /a,POST /b', { sent: ['POST /a', 'POST /b'] }],
  ['sent 2 times: POST /a', { ...agreedEnd, sent: ['POST /a', 'POST /a'] }],
])('the contradiction is “%s”', (sentence, found) => {
  expect(contradictions({ ...agreed, ...found })).toContain(sentence);
});

test('a change that was undone need not exist, and an unknown outcome allows either', () => {
  const undo = {
    ...change,
    id: 'c2',
    number: 2,
    cards: [{ channel: 'C0APPROVALS', ts: '2.1' }],
    steps: [{ ...step, id: 'c2', operation: 'alert.delete', undoes: 'c1' }],
  };
  const log = [...story, ...story.map((one) => ({ ...one, request: 'c2' }))];
  const said = [...agreed.said, { to: 'U0ANA', text: 'Applied · #2' }];
  const isMade = ({ operation }: StepState): boolean => operation === 'alert.delete';
  const both = { changes: [change, undo], cards: [applied, { ...applied, ts: '2.1' }] };
  expect(contradictions({ ...agreed, ...both, log, said, isMade, sent: ['a', 'b'] })).toEqual([]);
  const unknown: Found = {
    ...agreed,
    ...withStep({ outcome: 'unknown' }, { status: 'unknown' }),
    cards: [card('⚠️ Not known if created: alert policy Busy · #1 · approved by U0BEN')],
    log: [...story.slice(0, 3), entry('unknown')],
    said: [{ to: 'U0ANA', text: 'Outcome unknown · #1' }],
  };
  for (const isThere of [true, false])
    expect(contradictions({ ...unknown, isMade: () => isThere })).toEqual([]);
});
