import { type Answer, failed, note } from '../../../src/answer/answer.ts';
import { endOf, type Lease } from '../../../src/change/model/lease.ts';
import { newsAnswer } from '../../../src/change/words/news-answer.ts';
import { outcomeOf } from '../../../src/change/words/outcome-in-words.ts';
import { sampleStep } from './sample-approvals.ts';
import { endless, sampleTime } from './sample-text.ts';

const now = Date.parse(sampleTime);

/** A lease with every field at its limit. */
const sampleLease = (more: Partial<Lease> = {}): Lease => ({
  change: 'sample',
  index: 0,
  requester: 'U0SAMPLE',
  step: sampleStep,
  id: 'sample',
  team: 'T0SAMPLE',
  replyTo: { channel: 'C0SAMPLE', person: 'U0SAMPLE' },
  request: '#1042',
  approvers: ['U0SAMPLE1', 'U0SAMPLE2'],
  risk: 'opens',
  needs: 'approval',
  inverse: { operation: 'sample', raw: {}, line: endless.slice(0, 900), subject: { kind: 'sample' } },
  state: '',
  startedAt: now,
  endsAt: now,
  phase: 'active',
  since: now,
  attempt: 1,
  end: {
    event: 'failed',
    answer: [failed(endless.slice(0, 500)), note(endless.slice(0, 500))],
    job: 'sample',
  },
  endedBy: 'U0SAMPLE3',
  notices: [],
  ...more,
});

const news = (kind: 'notice' | 'overdue' | 'closed', phase: Lease['phase']): Answer =>
  newsAnswer(sampleLease({ phase, news: { kind, at: now, due: [] } }), now);

/** What people read of a change that ends by itself. */
export const sampleLeases = (): Readonly<Record<string, Answer>> => ({
  'result with an end': outcomeOf(
    {
      id: 'sample',
      steps: [
        {
          ...sampleStep,
          outcome: { kind: 'done', answer: [note(endless.slice(0, 500))], job: 'sample' },
          end: endOf(sampleLease()),
        },
      ],
    },
    now,
  ),
  'notice of an end': news('notice', 'active'),
  'overdue end': news('overdue', 'active'),
  'ended change': news('closed', 'ended'),
  'change that was not ended': news('closed', 'left'),
  'end with an unknown outcome': news('closed', 'unknown'),
});
