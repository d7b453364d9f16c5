import type { Approval, Suggestion, Vote } from '../../../src/change/model/approval.ts';
import type { Change, Judgement } from '../../../src/change/model/change.ts';
import { changeRefOf } from '../../../src/change/model/change-ref.ts';
import type { ChangeRef } from '../../../src/change/model/changes.ts';
import type { PostedMessage, View } from '../../../src/change/model/posted-message.ts';
import { isReversal } from '../../../src/change/model/reversal.ts';
import type { Step } from '../../../src/change/model/step.ts';
import { changeOf, stepOf } from './changes.ts';

export const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

/** The settings of a request: those about its approval and its assessment are put where they belong. */
export type RequestFacts = Partial<Change> & Partial<Approval> & Partial<Judgement>;

/** A request of Ana's that needs one other person and waits eight hours; with `approvers: 0`, a change that she confirmed. */
export function request(facts: RequestFacts = {}, step: Partial<Step> = {}): Change {
  const {
    impact = [],
    impactLine,
    points = [],
    riskLine,
    basis = [{ hash: 'hash', title: 'delete a rule' }],
    approvers = 1,
    raised,
    accounts = ['ACME'],
    channel = '#approvals',
    remindAt = noon + 60 * minute,
    reminded = false,
    votes = [],
    reviewers,
    mayBreakGlass,
    offers,
    suggestion,
    acceptedBy,
    declined,
    supersedes,
    replaces,
    replacedBy,
    ...more
  } = facts;
  const others = { raised, offers, suggestion, acceptedBy, declined, supersedes, replaces, replacedBy };
  const approval = {
    approvers,
    accounts,
    channel,
    remindAt,
    reminded,
    votes,
    reviewers,
    mayBreakGlass,
    ...others,
  };
  return {
    ...changeOf({}, step),
    reason: 'nobody needs it',
    job: 'j-ask',
    judgement: { impact, impactLine, points, riskLine, basis },
    approval: approvers > 0 ? approval : undefined,
    created: noon,
    expires: noon + 480 * minute,
    status: 'open',
    since: noon,
    messages: [],
    ...more,
  };
}

/** A change that Ana previewed at noon, and that waits for her click for ten minutes. */
export const previewOf = (facts: RequestFacts = {}, step: Partial<Step> = {}): Change =>
  request({ status: 'previewed', approvers: 0, expires: noon + 10 * minute, ...facts }, step);

/** The location of a message about a change. */
export const posted = (view: View, ts: string, more: Partial<PostedMessage> = {}): PostedMessage => ({
  view,
  channel: 'C1',
  ts,
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

/** A vote that has a job of its own each time. */
export function voteOf(person: string, vote: Vote['vote'] = 'approve', more: Partial<Vote> = {}): Vote {
  jobs += 1;
  return { person, vote, at: noon + minute, job: `vote-${jobs}`, accounts: ['ACME'], ...more };
}

/** The index entries of those of these changes that wake; a request has a number, which an end has not. */
export const refsOf = (...changes: readonly Change[]): readonly ChangeRef[] =>
  changes.flatMap((change) => changeRefOf(isReversal(change) ? change : { number: 1, ...change }) ?? []);
