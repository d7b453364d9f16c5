import type { Instant } from '../../core/clock.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { TrafficPath } from '../../picture/traffic-path.ts';
import type { Basis } from './basis.ts';
import type { Step } from './step.ts';

/** The approval that a change needs, and its state. */
export interface Approval {
  /** Number of distinct people who had to approve when it was requested, from 1. */
  readonly approvers: number;
  /** The number by now, if the policy asks for more, and when that was found. */
  readonly raised?: { readonly approvers: number; readonly at: Instant } | undefined;
  /** Aliases of all affected accounts; each needs an approver. */
  readonly accounts: readonly string[];
  /** The approvals channel: "#name" or an id. */
  readonly channel: string;
  /** Slack ids of the people and user groups that the policy names as approvers. Empty if everyone may approve (`*`). */
  readonly reviewers?: readonly string[] | undefined;
  /** Whether the policy lets the requester use break-glass. */
  readonly mayBreakGlass?: boolean | undefined;
  /** Time of the reminder to approvers, and whether it was sent. */
  readonly remindAt: Instant;
  readonly reminded: boolean;
  readonly votes: readonly Vote[];
  /** Suggestions that were offered to the requester, oldest first. */
  readonly offers?: readonly Offer[] | undefined;
  readonly suggestion?: Suggestion | undefined;
  /** Id of the job that accepted the suggestion, to recognize a redelivery of that job. */
  readonly acceptedBy?: string | undefined;
  /** The last suggestion that the requester declined. `job` is the job that declined it, `isReplied` that its suggester was notified. */
  readonly declined?:
    | (Pick<Suggestion, 'id' | 'by'> & {
        readonly title: string;
        readonly job: string;
        readonly isReplied?: boolean | undefined;
      })
    | undefined;
  /** Id of the request that this one supersedes. */
  readonly supersedes?: string | undefined;
  /** Slack user id of the approver who suggested this request in place of the superseded one. */
  readonly suggestedBy?: string | undefined;
  /** Names of the superseded request, and of the request that supersedes this one: "#1042". */
  readonly replaces?: string | undefined;
  readonly replacedBy?: string | undefined;
}

export interface Vote {
  readonly person: string;
  readonly vote: 'approve' | 'reject';
  readonly comment?: string | undefined;
  readonly at: Instant;
  /** Id of the job that cast it. SQS may deliver a job twice, so a second vote by the same job is ignored. */
  readonly job: string;
  /** Aliases of the accounts in which this person may approve. */
  readonly accounts: readonly string[];
  /** True for the requester's own vote, which only the policy's break-glass allows. */
  readonly breakGlass?: boolean | undefined;
  /** What that skipped, as sentences: "Skipped 2 approvals." */
  readonly skipped?: string | undefined;
  /** Why the vote no longer counts, as a sentence: the voter lost the right to approve. */
  readonly lapsed?: string | undefined;
}

export const counts = ({ lapsed }: Pick<Vote, 'lapsed'>): boolean => lapsed === undefined;

/** A narrower change that an approver suggests. */
export interface Suggestion {
  /** Carried by the button that accepts it, so that the requester accepts exactly the suggestion that was shown. */
  readonly id: string;
  /** Slack user id of the approver who made it. */
  readonly by: string;
  readonly steps: NonEmpty<Step>;
  readonly comment?: string | undefined;
  /**
   * Number of approvals that it still needs once it is accepted, which counts as its suggester's: at 0 it is applied then.
   * Undefined if the policy asks for no approval of it at all.
   */
  readonly missing?: number | undefined;
  /** Its risk points; undefined if another version stored it. */
  readonly score?: number | undefined;
  /** The traffic that it opens, for a picture. */
  readonly path?: TrafficPath | undefined;
  /** One per step. */
  readonly basis: NonEmpty<Basis>;
}

/** A suggestion that was offered to the requester, in a direct message. */
export interface Offer extends Pick<Suggestion, 'id' | 'by' | 'comment' | 'score'> {
  /** How it differs from the request. */
  readonly title: string;
  readonly declined?: boolean | undefined;
}

/** A change that may need approval. */
export interface Approvable {
  /** Undefined if its requester's confirmation is enough. */
  readonly approval?: Approval | undefined;
}

/** Returns whether a request needs approval, or needed it. */
export const needsApproval = ({ approval }: Approvable): boolean => approval !== undefined;

export const votesOf = ({ approval }: Approvable): readonly Vote[] => approval?.votes ?? [];

/** Returns the approvals that count. */
export const approvalsOf = (change: Approvable): readonly Vote[] =>
  votesOf(change).filter((vote) => vote.vote === 'approve' && counts(vote));

/** Returns the number of distinct people who have approved. */
export const approvalCount = (change: Approvable): number =>
  new Set(approvalsOf(change).map(({ person }) => person)).size;

/** Returns the number of people who have to approve; 0 if the requester's confirmation is enough. */
export const neededApprovals = ({ approval }: Approvable): number =>
  approval?.raised?.approvers ?? approval?.approvers ?? 0;

/** Returns the number of approvals that an open request still needs, at least one. */
export const missingOf = (change: Approvable): number =>
  Math.max(1, neededApprovals(change) - approvalCount(change));

/** Returns the progress of the approval: "1 of 2 approved". */
export const approvedOf = (change: Approvable): string =>
  `${approvalCount(change)} of ${neededApprovals(change)} approved`;

/** Returns the affected accounts without an approval by a person who may approve there. */
export function unapproved(change: Approvable): readonly string[] {
  const approved = approvalsOf(change).flatMap(({ accounts }) => accounts);
  return change.approval?.accounts.filter((account) => !approved.includes(account)) ?? [];
}

/** Updates the approval of a change; returns the change as it is if it needs none. */
export const withApproval = <Of extends Approvable>(change: Of, more: Partial<Approval>): Of =>
  change.approval ? { ...change, approval: { ...change.approval, ...more } } : change;

/** Returns whether a change has enough approvals, including one for each affected account. */
export const isAgreed = (change: Approvable): boolean =>
  approvalCount(change) >= neededApprovals(change) && unapproved(change).length === 0;
