import type { Instant } from '../../core/clock.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { TrafficPath } from '../../picture/traffic-path.ts';
import type { Basis } from './basis.ts';
import type { Step } from './step.ts';

/** What others have to agree to, and what they said about it. */
export interface Approval {
  /** Number of distinct people who have to approve, from 1. */
  readonly approvers: number;
  /** Aliases of all accounts that it affects; each needs an approver. */
  readonly accounts: readonly string[];
  /** The approvals channel: "#name" or an id. */
  readonly channel: string;
  /** Slack ids of the people and user groups that the policy names as approvers. Empty if it names everyone (`*`). */
  readonly reviewers?: readonly string[] | undefined;
  /** Whether the policy lets its requester use break-glass. */
  readonly mayBreakGlass?: boolean | undefined;
  /** When approvers are reminded, and whether they were. */
  readonly remindAt: Instant;
  readonly reminded: boolean;
  readonly votes: readonly Vote[];
  /** The suggestions that were offered to the requester, oldest first. */
  readonly offers?: readonly Offer[] | undefined;
  readonly suggestion?: Suggestion | undefined;
  /** Id of the job that accepted the suggestion, to recognize a redelivery of that job. */
  readonly acceptedBy?: string | undefined;
  /** The suggestion that the requester declined last. `job` is the one that declined it. */
  readonly declined?:
    | (Pick<Suggestion, 'id' | 'by'> & { readonly title: string; readonly job: string })
    | undefined;
  /** Id of the request that this one supersedes. */
  readonly supersedes?: string | undefined;
  /** Slack user id of the approver who suggested it in place of that one. */
  readonly suggestedBy?: string | undefined;
  /** What people call that one, and the one that supersedes this: "#1042". */
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
  /** Why the vote no longer counts, as a sentence: the voter lost the right to approve. */
  readonly lapsed?: string | undefined;
}

export const counts = ({ lapsed }: Pick<Vote, 'lapsed'>): boolean => lapsed === undefined;

/** A narrower change that an approver suggests. */
export interface Suggestion {
  /** Carried by the button that accepts it, so that the requester accepts exactly the suggestion that was shown. */
  readonly id: string;
  readonly by: string;
  readonly steps: NonEmpty<Step>;
  readonly comment?: string | undefined;
  /** What it opens, for a picture. */
  readonly path?: TrafficPath | undefined;
  /** One per step. */
  readonly basis: NonEmpty<Basis>;
}

/** A suggestion that was offered to the requester, in a direct message. */
export interface Offer {
  /** Id of the suggestion. */
  readonly id: string;
  /** Slack user id of the approver who made it. */
  readonly by: string;
  /** The narrower change. */
  readonly title: string;
  readonly comment?: string | undefined;
  readonly declined?: boolean | undefined;
}

/** What others may have to agree to. */
export interface Approvable {
  /** Undefined if the confirmation of its requester is enough. */
  readonly approval?: Approval | undefined;
}

/** Whether others have to approve a request, or had to. */
export const needsApproval = ({ approval }: Approvable): boolean => approval !== undefined;

/** What people voted. */
export const votesOf = ({ approval }: Approvable): readonly Vote[] => approval?.votes ?? [];

/** The approvals that count. */
export const approvalsOf = (change: Approvable): readonly Vote[] =>
  votesOf(change).filter((vote) => vote.vote === 'approve' && counts(vote));

/** Number of distinct people who have approved. */
export const approvalCount = (change: Approvable): number =>
  new Set(approvalsOf(change).map(({ person }) => person)).size;

/** How many people have to approve it; 0 if the confirmation of its requester is enough. */
export const neededApprovals = ({ approval }: Approvable): number => approval?.approvers ?? 0;

/** How many of the approvals it has: "1 of 2 approved". */
export const approvedOf = (change: Approvable): string =>
  `${approvalCount(change)} of ${neededApprovals(change)} approved`;

/** The affected accounts that still lack an approval by a person who may approve there. */
export function unapproved(change: Approvable): readonly string[] {
  const approved = approvalsOf(change).flatMap(({ accounts }) => accounts);
  return change.approval?.accounts.filter((account) => !approved.includes(account)) ?? [];
}

/** A change with other facts about its approval; as it is if it needs none. */
export const withApproval = <Of extends Approvable>(change: Of, more: Partial<Approval>): Of =>
  change.approval ? { ...change, approval: { ...change.approval, ...more } } : change;

/** Whether it has enough approvals, also for each account that it affects. */
export const isAgreed = (change: Approvable): boolean =>
  approvalCount(change) >= neededApprovals(change) && unapproved(change).length === 0;
