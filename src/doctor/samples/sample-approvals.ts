import { breakGlassNotice, card, statusAnswer } from '../../approvals/card.ts';
import type { Answer } from '../../core/answer.ts';
import type { Approval, Phase, Vote } from '../../core/approval.ts';
import type { Step } from '../../core/change.ts';
import type { Review } from '../../core/view.ts';
import { operations } from '../../operations/index.ts';
import { endless, sampleTime } from './sample-text.ts';

const vote = (number: number, more: Partial<Vote> = {}): Vote => ({
  person: `U0SAMPLE${number}`,
  vote: 'approve',
  comment: endless.slice(0, 500),
  at: 0,
  job: `sample${number}`,
  accounts: ['ACME'],
  ...more,
});

const sampleStep: Step = {
  operation: 'sample',
  raw: {},
  account: 'ACME',
  line: endless.slice(0, 900),
  title: endless.slice(0, 500),
  targets: [],
};

/** An approval request with every field at its limit. */
export const sampleRequest = (phase: Phase, more: Partial<Approval> = {}): Approval => ({
  id: 'sample',
  job: 'sample',
  requester: 'U0SAMPLE',
  team: 'T0SAMPLE',
  replyTo: { channel: 'C0SAMPLE', person: 'U0SAMPLE' },
  steps: [sampleStep],
  reason: endless.slice(0, 500),
  ticket: 'OPS-1234',
  accounts: ['ACME'],
  impact: Array.from({ length: 12 }, () => endless.slice(0, 200)),
  points: Array.from({ length: 6 }, () => ({ points: 2, why: endless.slice(0, 100) })),
  basis: [{ hash: '', title: '', rules: [] }],
  approvers: 2,
  channel: '#approvals',
  created: 0,
  remindAt: 0,
  expires: Date.parse(sampleTime),
  reminded: false,
  phase,
  since: 0,
  votes: [vote(1), vote(2, { vote: 'reject' }), vote(3, { breakGlass: true })],
  cards: [],
  ...more,
});

const phases: readonly Phase[] = [
  'open',
  'approved',
  'running',
  'done',
  'failed',
  'unknown',
  'rejected',
  'withdrawn',
  'expired',
  'outdated',
  'superseded',
];

/** Cards of requests in each phase, and the messages about them. */
export const sampleCards = (): Readonly<Record<string, Answer>> => ({
  ...Object.fromEntries(phases.map((phase) => [`card, ${phase}`, card(sampleRequest(phase))])),
  'turn with a suggestion': statusAnswer(
    sampleRequest('open', {
      suggestion: {
        id: 'p',
        by: 'U0SAMPLE1',
        steps: [sampleStep],
        comment: endless.slice(0, 500),
        basis: [{ hash: '', title: '', rules: [] }],
      },
    }),
  ),
  'broken glass': breakGlassNotice(sampleRequest('approved'), endless.slice(0, 500)),
});

/** Review modals: with each kind of decision, and without any. */
export const sampleReviews = (): Readonly<Record<string, Review>> => {
  const shown = card(sampleRequest('open')).filter(({ kind }) => kind !== 'buttons' && kind !== 'heading');
  const base = { approval: 'sample', channel: 'C0SAMPLE', shown };
  const narrows = operations
    .flatMap(({ fields }) => Object.entries(fields))
    .filter(([, { narrows: can }]) => can)
    .map(([field, { label, hint }], number) => ({
      field: `${field}${number}`,
      label,
      hint,
      words: 'x'.repeat(3000),
    }));
  return {
    'review, to decide': { ...base, decide: { breakGlass: false, narrows } },
    'review, to break the glass': { ...base, decide: { breakGlass: true, narrows: [] } },
    'review, closed': base,
  };
};
