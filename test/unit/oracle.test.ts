import { expect, test } from 'vitest';
import type { ChangeState, StepState } from '../harness/change-states.ts';
import { contradictions } from '../harness/oracle/contradictions.ts';
import type { Found } from '../harness/oracle/found.ts';

/*
 * What compares people, states, cards, audit log and cloud API after faults: it finds nothing where all agrees, and each kind of
 * contradiction that is made by hand.
 */

const step: StepState = {
  id: 'c1',
  title: 'Create alert policy Busy',
  operation: 'alert.create',
  arguments: { name: 'Busy' },
  outcome: 'done',
  isTemporary: false,
  end: undefined,
  undoes: undefined,
};

const change: ChangeState = {
  id: 'c1',
  number: 1,
  status: 'done',
  runsAtOnce: false,
  requester: 'U0ANA',
  approvers: 1,
  votes: [{ person: 'U0BEN', vote: 'approve', isBreakGlass: false }],
  suggestion: undefined,
  declinedOf: undefined,
  isReminded: false,
  expires: 1_000,
  isDiscarded: false,
  replaces: undefined,
  isAllOrNothing: false,
  steps: [step],
  untold: [],
  cards: [],
  card: '#1 Applied',
};

const entry = (event: Found['log'][number]['event'], person = 'U0ANA', request = 'c1') => ({
  event,
  person,
  request,
});
const story = [entry('requested'), entry('approved', 'U0BEN'), entry('started'), entry('applied')];

/** One request that was approved and applied, and of which everything says so. */
const agreed: Found = {
  changes: [change],
  log: story,
  cards: ['#1 Applied'],
  said: [{ to: 'U0ANA', text: '✅ Alert policy Busy created · #1' }],
  shown: ['✅ Alert policy Busy created · #1'],
  sent: ['POST /v2/alertPolicies/ACME'],
  isMade: () => true,
  deadLetters: 0,
  now: 1_000,
};

const withChange = (more: Partial<ChangeState>): Partial<Found> => ({ changes: [{ ...change, ...more }] });
const withStep = (more: Partial<StepState>, of: Partial<ChangeState> = {}): Partial<Found> =>
  withChange({ ...of, steps: [{ ...step, ...more }] });
const end = { status: 'active', at: 2_000, untold: [] } as const;
const ended = { isTemporary: true, end: { ...end, status: 'ended' } } as const;
const endedStory = [...story, entry('started'), entry('ended')];
const endedSaid = [...agreed.said, { to: 'U0ANA', text: '✅ Ended · #1' }];
/** Its end came at its time, and everything says so. */
const agreedEnd: Partial<Found> = {
  ...withStep(ended),
  log: endedStory,
  said: endedSaid,
  sent: [...agreed.sent, 'DELETE /v2/alertPolicies/ACME/1'],
  isMade: () => false,
};
/** What its confirmation alone started, as everything says. */
const agreedAtOnce: Partial<Found> = {
  changes: [
    {
      ...change,
      number: undefined,
      status: 'confirmed',
      approvers: 0,
      votes: [],
      card: undefined,
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
      card: '#1 Rejected',
      votes: [{ person: 'U0BEN', vote: 'reject', isBreakGlass: false }],
    },
  ),
  log: [entry('requested'), entry('rejected', 'U0BEN')],
  cards: ['#1 Rejected'],
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
])('%s, of which everything says the same, is no contradiction', (_, found) => {
  expect(contradictions({ ...agreed, ...found })).toEqual([]);
});

test.each<[string, Partial<Found>, string]>([
  // The audit log.
  ['started without a request', { log: story.slice(1) }, 'c1 is started, and was never asked for'],
  [
    'started with too few approvals',
    { log: [story[0], story[2], story[3], story[1]].flatMap((one) => one ?? []) },
    'c1 is started with 0 of 1 approvals in the log',
  ],
  ['a request twice', { log: [entry('requested'), ...story] }, 'c1 is logged twice as requested by U0ANA'],
  [
    'an approval twice',
    { log: [entry('requested'), entry('approved', 'U0BEN'), ...story.slice(1)] },
    'c1 is logged twice as approved by U0BEN',
  ],
  [
    'applied twice',
    { log: [...story, entry('started'), entry('applied')] },
    'c1 is logged twice as applied by U0ANA',
  ],
  [
    'started twice at once',
    { log: [...story.slice(0, 3), ...story.slice(2)] },
    'c1 is started again before it ended',
  ],
  [
    'applied and never started',
    { log: [...story.slice(0, 2), entry('applied')] },
    'c1 is applied, and was never started',
  ],
  ['started, and no end', { log: story.slice(0, 3) }, 'c1 is started, and has no end in the log'],
  ['no request in the log', { log: [] }, 'c1 (done) is not in the log as asked'],
  [
    'a vote that is not logged',
    { log: [entry('requested')] },
    'the vote of U0BEN on c1 (done) is not in the log',
  ],
  [
    'a logged vote that nobody cast',
    { log: [...story, entry('approved', 'U0CORA')] },
    'the log has a vote of U0CORA on c1 (done) that nobody cast',
  ],
  [
    'another outcome in the log',
    { log: [...story.slice(0, 3), entry('failed')] },
    'step 1 of c1 (done) has no end in the log',
  ],
  ['an end that is not logged', { ...agreedEnd, log: story }, 'the end of step 1 of c1 is not in the log'],
  [
    'a logged end of what goes on',
    { ...withStep({ isTemporary: true, end }), log: endedStory },
    'the end of step 1 of c1 is in the log, and is active',
  ],
  [
    'an unknown end that is not logged',
    { ...agreedEnd, ...withStep({ ...ended, end: { ...end, status: 'unknown' } }), log: story },
    'the end of step 1 of c1 is not in the log as unknown',
  ],
  // The states.
  [
    'two requests with a number',
    { changes: [change, { ...change, id: 'c2' }] },
    'a number names two requests: 1,1',
  ],
  ['a request without a number', withChange({ number: undefined }), 'a request has no number'],
  [
    'open long after its expiry',
    { ...withChange({ status: 'open' }), now: 9_999_999 },
    'c1 (open) waits behind its expiry',
  ],
  [
    'approved and not run',
    withChange({ status: 'approved' }),
    'c1 (approved) is approved, and nobody runs it',
  ],
  [
    'running and nobody at it',
    withChange({ status: 'running' }),
    'c1 (running) is running, and nobody is at it',
  ],
  ['replaced by nothing', withChange({ status: 'superseded' }), 'c1 (superseded) has no successor'],
  ['something still to be told', withChange({ untold: ['card'] }), 'c1 (done) is still to be told: card'],
  [
    'an end still to be told',
    withStep({ ...ended, end: { ...ended.end, untold: ['log'] } }),
    'the end of step 1 of c1 is still to be told: log',
  ],
  [
    'an end that is begun',
    withStep({ isTemporary: true, end: { ...end, status: 'ending' } }),
    'the end of step 1 of c1 is begun, and nobody is at it',
  ],
  [
    'an end that is overdue',
    { ...withStep({ isTemporary: true, end }), now: 9_999_999 },
    'the end of step 1 of c1 is overdue',
  ],
  ['a dead letter', { deadLetters: 1 }, 'dead letters are left'],
  // Cards and messages.
  ['a card that is missing', { cards: [] }, 'no card shows c1 (done)'],
  [
    'a card of before',
    { cards: ['#1 Applied', '#1 0 of 1 approved'] },
    'a card shows what is not so: #1 0 of 1 approved',
  ],
  ['nobody told of a request', { said: [] }, 'nobody was told that c1 is done'],
  [
    'told of another request only',
    { said: [{ to: 'U0ANA', text: 'Applied · #12' }] },
    'nobody was told that c1 is done',
  ],
  [
    'nobody told of what was confirmed',
    { ...agreedAtOnce, said: [] },
    'nobody was told that step 1 of c1 (confirmed) is done',
  ],
  ['nobody told of a rejection', { ...rejected, said: [] }, 'nobody was told that c1 is rejected'],
  [
    'nobody told of an end',
    { ...agreedEnd, said: agreed.said },
    'nobody was told that the end of step 1 of c1 (done) is ended',
  ],
  [
    'told that it ended, and it was left',
    { ...agreedEnd, ...withStep({ ...ended, end: { ...end, status: 'left' } }), log: story },
    'nobody was told that the end of step 1 of c1 (done) is left',
  ],
  [
    'an end that was agreed and is lost',
    withStep({ isTemporary: true }),
    'step 1 of c1 (done) was to end by itself, it stays, and nobody was told',
  ],
  [
    'a step of all or nothing that stays',
    withStep({}, { isAllOrNothing: true, status: 'failed' }),
    'step 1 of c1 (failed) was to be undone, it stays, and nobody was told',
  ],
  [
    'a message that goes on',
    { shown: ['⏳ Ending now · #1'] },
    'a message says what is over: ⏳ Ending now · #1',
  ],
  // The cloud API.
  [
    'done, and not made',
    { isMade: () => false },
    'step 1 of c1 (done) is done, and the cloud API has nothing of it',
  ],
  [
    'confirmed and done, and not made',
    { ...agreedAtOnce, isMade: () => false },
    'step 1 of c1 (confirmed) is done, and the cloud API has nothing of it',
  ],
  [
    'failed, and made',
    withStep({ outcome: 'failed' }, { status: 'failed' }),
    'step 1 of c1 (failed) is failed, and the cloud API has it',
  ],
  [
    'rejected, and made',
    { ...rejected, isMade: () => true },
    'step 1 of c1 (rejected) is never started, and the cloud API has it',
  ],
  [
    'ended, and still there',
    { ...agreedEnd, isMade: () => true },
    'step 1 of c1 (done) is done, its end is ended, and the cloud API has it',
  ],
  [
    'to end later, and gone',
    { ...withStep({ isTemporary: true, end }), isMade: () => false },
    'step 1 of c1 (done) is done, its end is active, and the cloud API has nothing of it',
  ],
  [
    'sent without a start',
    { sent: ['POST /a', 'POST /b'] },
    '2 changes were sent, and 1 were started: POST /a,POST /b',
  ],
  ['sent twice', { ...agreedEnd, sent: ['POST /a', 'POST /a'] }, 'sent 2 times: POST /a'],
])('%s is found', (_, found, sentence) => {
  expect(contradictions({ ...agreed, ...found })).toContain(sentence);
});

test('what an Undo took back need not be there, and an unknown outcome may be either', () => {
  const undo = {
    ...change,
    id: 'c2',
    number: 2,
    steps: [{ ...step, id: 'c2', operation: 'alert.delete', undoes: 'c1' }],
  };
  const log = [...story, ...story.map((one) => ({ ...one, request: 'c2' }))];
  const said = [...agreed.said, { to: 'U0ANA', text: 'Applied · #2' }];
  const isMade = ({ operation }: StepState): boolean => operation === 'alert.delete';
  expect(contradictions({ ...agreed, changes: [change, undo], log, said, isMade, sent: ['a', 'b'] })).toEqual(
    [],
  );
  const unknown: Found = {
    ...agreed,
    ...withStep({ outcome: 'unknown' }, { status: 'unknown' }),
    log: [...story.slice(0, 3), entry('unknown')],
    said: [{ to: 'U0ANA', text: 'Outcome unknown · #1' }],
  };
  for (const isThere of [true, false])
    expect(contradictions({ ...unknown, isMade: () => isThere })).toEqual([]);
});
