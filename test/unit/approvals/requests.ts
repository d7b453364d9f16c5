import type { Approval, Suggestion, Vote } from '../../../src/change/model/approval.ts';
import type { Step } from '../../../src/change/model/change.ts';
import { changeOf, stepOf } from '../changes.ts';

export const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

/** A request of Ana's that needs one other person and waits eight hours. */
export const request = (more: Partial<Approval> = {}, step: Partial<Step> = {}): Approval => ({
  ...changeOf({}, step),
  reason: 'nobody needs it',
  job: 'j-ask',
  accounts: ['ACME'],
  impact: [],
  points: [],
  basis: [{ hash: 'hash', title: 'delete a rule' }],
  approvers: 1,
  channel: '#approvals',
  created: noon,
  remindAt: noon + 60 * minute,
  expires: noon + 480 * minute,
  reminded: false,
  phase: 'open',
  since: noon,
  votes: [],
  cards: [],
  ...more,
});

/** A suggestion of Ben's with one step. */
export const suggestionOf = (title: string, more: Partial<Suggestion> = {}): Suggestion => ({
  id: 'p1',
  by: 'U0BEN',
  steps: [stepOf({ title })],
  basis: [{ hash: 'less', title }],
  ...more,
});

let jobs = 0;

/** A vote that each time comes with a job of its own. */
export function voteOf(person: string, vote: Vote['vote'] = 'approve', more: Partial<Vote> = {}): Vote {
  jobs += 1;
  return { person, vote, at: noon + minute, job: `vote-${jobs}`, accounts: ['ACME'], ...more };
}
