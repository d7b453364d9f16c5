import type { Change } from '../../../../src/change/model/change.ts';
import { executionId } from '../../../../src/change/model/ids.ts';
import type { StepOutcome } from '../../../../src/change/model/step.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, posted, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';

/* Changes in every status in which one is stored as `change#ID`, on which each move is tried. */

const minute = 60_000;
const hour = 60 * minute;

/** When moves are tried: soon, when a reminder, the notice and the end are due, after that, and when it is too late. */
export const moments = [1, 60, 106, 120, 131, 480, 526].map((minutes) => noon + minutes * minute);

/** The job that has claimed the step of those that run. */
export const runner = 'j-run';
export const ended = executionId('end-l1', 0);

/** A run of its job, what its step claims, and why a worker closes a change. */
export const run = { job: runner, run: 'r1' };
export const hold = {
  resources: [{ id: 'ACME/alert policy/1', version: 0, ends: [] }],
  by: { change: 'a1', index: 0 },
};
export const why = { job: 'j-why', note: 'It is gone.', answer: [] };

const card = posted('card', '1.1');
const claimed = { at: noon, job: runner, run: 'r1' };
const outcome = (kind: StepOutcome['kind']): StepOutcome => ({ kind, answer: [], job: runner });
const undo = {
  operation: 'firewall.delete',
  raw: {},
  line: 'firewall delete de1',
  subject: { kind: 'alert policy', id: '1' } as const,
  state: 's1',
  expires: noon + 30 * minute,
};
const suggestion = suggestionOf('do less');
const declined = { id: 'p0', by: 'U0BEN', title: 'less', job: 'j-no' };
const closed = { event: 'applied', person: 'U0ANA', job: runner } as const;

const requests: readonly Change[] = [
  request({ messages: [card], pictures: [{ of: 'p', file: 'F1', failures: 0 }] }),
  request(),
  request({ approvers: 2, votes: [voteOf('U0BEN')], messages: [card] }),
  request({ votes: [voteOf('U0CORA')], messages: [card] }),
  request({ suggestion, messages: [card] }),
  request({ declined, messages: [card] }),
  request({ status: 'approved', messages: [card] }),
  request({ status: 'approved', messages: [card] }, { startsAt: noon + 4 * hour }),
  request({ status: 'approved', isUnlogged: true, messages: [card] }),
  request({ status: 'running', messages: [card] }),
  request({ status: 'running', messages: [card] }, { claimed }),
  request({ status: 'running', messages: [card] }, { claimed: { ...claimed, job: 'j-other' } }),
  request({
    status: 'running',
    steps: [stepOf({ claimed, outcome: outcome('done') }), stepOf({ claimed })],
    plan: { allOrNothing: true },
  }),
  request(
    {
      status: 'done',
      closed,
      due: ['card', 'log'],
      staleAt: undo.expires,
      messages: [posted('result', '1.2')],
    },
    { claimed, outcome: { ...outcome('done'), undo }, ends: { after: hour } },
  ),
  request({ status: 'done', closed }),
  request({ status: 'failed', closed }, { claimed, outcome: outcome('failed') }),
  request({ status: 'unknown', closed }, { claimed, outcome: outcome('unknown') }),
  ...(['rejected', 'withdrawn', 'refused', 'expired', 'outdated'] as const).map((status) =>
    request({ status }),
  ),
  request({ status: 'superseded', suggestion, acceptedBy: 'j-take' }),
  request({ status: 'superseded', suggestion, acceptedBy: 'j-other' }),
];

/** Changes that their requesters confirmed, and that need no approval. */
const confirmed: readonly Change[] = [
  request({ approvers: 0, status: 'approved' }),
  request({ approvers: 0, status: 'approved' }, { startsAt: noon + 4 * hour }),
  request({ approvers: 0, status: 'running' }, { claimed }),
];

const endsAt = noon + 2 * hour;
const anEnd = ({ step, ...more }: Parameters<typeof endOf>[0] = {}): Change =>
  endOf({ created: noon, since: noon, expires: endsAt, ...more, step: { startsAt: endsAt, ...step } });

/** Ends, and a rollback, which waits in the same way. */
const reversals: readonly Change[] = [
  anEnd(),
  anEnd({ step: { attempt: 2, failure: { answer: [], job: ended } }, due: ['log'] }),
  anEnd({ status: 'running', step: { claimed: { ...claimed, job: ended } } }),
  ...(['done', 'unknown', 'skipped', 'over'] as const).map((kind) =>
    anEnd({ status: kind, closed, step: { outcome: outcome(kind) } }),
  ),
  anEnd({ status: 'superseded' }),
  anEnd({ reversal: { cause: 'failure', approvers: [] }, step: { startsAt: undefined } }),
];

export const samples: readonly Change[] = [...requests, ...confirmed, ...reversals];
