import { endless, sampleTime } from '../../../local/doctor/sample-parts.ts';
import { type Answer, failed, note } from '../../../src/answer/answer.ts';
import type { Change } from '../../../src/change/model/change.ts';
import { type Reversal, stepEndOf } from '../../../src/change/model/reversal.ts';
import type { StepOutcome } from '../../../src/change/model/step.ts';
import { notificationAnswer } from '../../../src/change/words/notification-answer.ts';
import { outcomeOf } from '../../../src/change/words/outcome-in-words.ts';
import { sampleStep } from './sample-approvals.ts';

const now = Date.parse(sampleTime);
const told: Answer = [failed(endless.slice(0, 500)), note(endless.slice(0, 500))];

/** Returns a change with an end, every field at its limit: waiting, or with this outcome. */
function sampleEnd(kind?: StepOutcome['kind'], overdue = false): Reversal {
  const status: Change['status'] = kind ?? 'approved';
  const outcome = kind && { kind, answer: told, job: 'sample' };
  return {
    id: 'sample-end',
    team: 'T0SAMPLE',
    replyTo: { channel: 'C0SAMPLE', person: 'U0SAMPLE' },
    requester: 'U0SAMPLE',
    job: 'sample',
    steps: [
      {
        ...sampleStep,
        line: endless.slice(0, 900),
        startsAt: now,
        undoes: { id: 'sample', subject: { kind: 'sample' }, state: '' },
        failure: { answer: told, job: 'sample' },
        outcome,
      },
    ],
    reversal: {
      cause: 'time',
      request: '#1042',
      approvers: ['U0SAMPLE1', 'U0SAMPLE2'],
      evaluated: { risk: 'opens', needs: 'approval', since: now },
      endedBy: 'U0SAMPLE3',
      overdue,
    },
    created: now,
    expires: now,
    status,
    since: now,
    messages: [],
  };
}

/** Messages about changes with an end. */
export const sampleEnds = (): Readonly<Record<string, Answer>> => ({
  'result with an end': outcomeOf(
    {
      id: 'sample',
      steps: [
        {
          ...sampleStep,
          outcome: { kind: 'done', answer: [note(endless.slice(0, 500))], job: 'sample' },
          end: stepEndOf(sampleEnd()),
        },
      ],
    },
    now,
  ),
  'notice of an end': notificationAnswer(sampleEnd(), now),
  'overdue end': notificationAnswer(sampleEnd(undefined, true), now),
  'ended change': notificationAnswer(sampleEnd('done'), now),
  'change that was not ended': notificationAnswer(sampleEnd('skipped'), now),
  'end with an unknown outcome': notificationAnswer(sampleEnd('unknown'), now),
});
