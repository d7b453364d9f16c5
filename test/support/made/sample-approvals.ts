import { endless, sampleTime } from '../../../local/doctor/sample-parts.ts';
import type { Answer } from '../../../src/answer/answer.ts';
import type { Approval, Vote } from '../../../src/change/model/approval.ts';
import type { Change, Judgement, Status } from '../../../src/change/model/change.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { breakGlassNotice, card } from '../../../src/lifecycle/views/card.ts';
import { progressAnswer } from '../../../src/lifecycle/views/progress-answer.ts';
import { offerAnswer, outcomeAnswer, statusAnswer } from '../../../src/lifecycle/views/status-answer.ts';
import { reminder } from '../../../src/lifecycle/views/thread-replies.ts';

const vote = (number: number, more: Partial<Vote> = {}): Vote => ({
  person: `U0SAMPLE${number}`,
  vote: 'approve',
  comment: endless.slice(0, 500),
  at: 0,
  job: `sample${number}`,
  accounts: ['ACME'],
  ...more,
});

/** A step with every text at its limit. */
export const sampleStep: Step = {
  operation: 'sample',
  raw: {},
  account: 'ACME',
  line: endless.slice(0, 900),
  title: endless.slice(0, 500),
  targets: [],
};

/** An assessment with every field at its limit. */
export const sampleJudgement: Judgement = {
  impact: Array.from({ length: 12 }, () => endless.slice(0, 200)),
  points: Array.from({ length: 6 }, () => ({ points: 2, why: endless.slice(0, 100) })),
  basis: [{ hash: '', title: '' }],
};

/** Returns an approval request with every field at its limit. */
export const sampleRequest = (
  status: Status,
  more: Partial<Change> = {},
  approval: Partial<Approval> = {},
): Change => ({
  id: 'sample',
  job: 'sample',
  requester: 'U0SAMPLE',
  team: 'T0SAMPLE',
  through: 'API key 7f3a21',
  replyTo: { channel: 'C0SAMPLE', person: 'U0SAMPLE' },
  steps: [sampleStep],
  reason: endless.slice(0, 500),
  ticket: 'OPS-1234',
  judgement: sampleJudgement,
  approval: {
    approvers: 2,
    accounts: ['ACME'],
    channel: '#approvals',
    remindAt: 0,
    reminded: false,
    votes: [vote(1), vote(2, { vote: 'reject' }), vote(3, { breakGlass: true })],
    ...approval,
  },
  created: 0,
  expires: Date.parse(sampleTime),
  status,
  since: 0,
  messages: [],
  ...more,
});

const statuses: readonly Status[] = [
  'open',
  'approved',
  'running',
  'done',
  'failed',
  'unknown',
  'rejected',
  'withdrawn',
  'refused',
  'expired',
  'outdated',
  'superseded',
];

const suggestedSample = sampleRequest(
  'open',
  {},
  {
    mayBreakGlass: true,
    suggestion: {
      id: 'p',
      by: 'U0SAMPLE1',
      steps: [sampleStep],
      comment: endless.slice(0, 500),
      basis: [{ hash: '', title: '' }],
    },
  },
);

/** Returns a change with the maximum number of steps, half of them failed. */
const severalSteps = (status: Status): Change => {
  const stepAt = (index: number): Step => ({
    ...sampleStep,
    line: 'sample',
    title: endless.slice(0, 200),
    ...(status !== 'open' && {
      outcome: {
        kind: index % 2 === 0 ? 'done' : 'failed',
        answer: [{ kind: 'notice', tone: 'failed', text: endless.slice(0, 200) }],
        job: 'sample',
      },
    }),
  });
  const [first = sampleStep, ...others] = Array.from({ length: 50 }, (_, index) => stepAt(index));
  const closed = { event: 'failed', person: 'U0SAMPLE', job: 'sample' } as const;
  return sampleRequest(status, { steps: [first, ...others], ...(status !== 'open' && { closed }) });
};

/** Returns the cards of requests in each status, and the messages about them. */
export const sampleCards = (): Readonly<Record<string, Answer>> => ({
  ...Object.fromEntries(statuses.map((status) => [`card, ${status}`, card(sampleRequest(status))])),
  'direct message with a suggestion': statusAnswer(suggestedSample),
  suggestion: offerAnswer(suggestedSample, {
    id: 'p',
    by: 'U0SAMPLE1',
    title: sampleStep.title,
    comment: endless.slice(0, 500),
  }),
  'card, several steps': card(severalSteps('open')),
  'progress, several steps': progressAnswer(severalSteps('failed'), 0),
  outcome: outcomeAnswer(sampleRequest('rejected'), 0),
  reminder: reminder(sampleRequest('open', {}, { reviewers: ['S0SAMPLE', 'U0SAMPLE1'] }), 0),
  'break-glass notice': breakGlassNotice(sampleRequest('approved'), endless.slice(0, 500)),
});
