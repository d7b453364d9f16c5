import { type Answer, bold, type Inline, link } from '../../answer/answer.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { Message } from '../../messaging/messaging.ts';
import type { AuditEvent } from './audit-log.ts';
import type { Assessment, Basis } from './basis.ts';
import { type Change, outcomesOf, type Step } from './change.ts';

/**
 * State of an approval request. `open` waits for votes, `approved` for the worker, `running` for the cloud API; all
 * others are final. `outdated`: the plan or the firewall policies have changed since it was requested. `superseded`: the
 * requester accepted a narrower suggestion.
 */
export type Phase =
  | 'open'
  | 'approved'
  | 'running'
  | 'done'
  | 'failed'
  | 'unknown'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'outdated'
  | 'superseded';

export interface Vote {
  readonly person: string;
  readonly vote: 'approve' | 'reject';
  readonly comment?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the job that cast it. SQS may deliver a job twice, so a second vote by the same job is ignored. */
  readonly job: string;
  /** Aliases of the accounts in which this person may approve. */
  readonly accounts: readonly string[];
  /** True for the requester's own vote, which only the policy's break-glass allows. */
  readonly breakGlass?: boolean | undefined;
  /** Why the vote no longer counts, as a sentence: the voter lost the right to approve. */
  readonly lapsed?: string | undefined;
  /** The message that notified everyone of a break-glass approval. */
  readonly notice?: Message | undefined;
}

export const counts = ({ lapsed }: Pick<Vote, 'lapsed'>): boolean => lapsed === undefined;

/** A narrower change that an approver suggests. */
export interface Suggestion {
  /** Carried by the button that accepts it, so that the requester accepts exactly the suggestion that was shown. */
  readonly id: string;
  readonly by: string;
  readonly steps: NonEmpty<Step>;
  readonly comment?: string | undefined;
  /** One per step. */
  readonly basis: NonEmpty<Basis>;
}

/** A direct message to the requester that offers a suggestion. */
export interface Offer {
  /** Id of the suggestion. */
  readonly id: string;
  /** Slack user id of the approver who made it. */
  readonly by: string;
  /** The narrower change. */
  readonly title: string;
  readonly comment?: string | undefined;
  readonly declined?: boolean | undefined;
  readonly message: Message;
  /** Hash of the content that the message shows, so that it is edited only when that changes. */
  readonly drawn?: string | undefined;
}

/** How a request ended, as logged in the audit log. */
export interface Ended {
  readonly event: AuditEvent;
  /** Slack user id of the person who ended it; the requester if it expired or the worker ended it. */
  readonly person: string;
  /** Id of the job that ended it. A redelivered job does not log the event again. */
  readonly job: string;
  readonly note?: string | undefined;
  /** The answer that people get about it, if it ended without an execution. */
  readonly answer?: Answer | undefined;
}

/**
 * Work that is still due for a request that ended: undo the steps of a plan that is all or nothing, update its card, notify the requester, post the outcome in the channel
 * of the request, tell the approver whose suggestion is pending, log the end in the audit log, release the Undo that it had
 * used or say that it was used. The job that ended the request does it at once; the sweeper does what that job could not. `card` stands for all
 * messages that show the request.
 */
export const dues = ['plan', 'card', 'requester', 'channel', 'suggester', 'log', 'undo'] as const;
export type Due = (typeof dues)[number];

/** The message in the approvals channel that shows a request. */
export interface Card extends Message {
  /** Its permalink; undefined if Slack did not give one. */
  readonly link?: string | undefined;
}

/**
 * A stored request for a change: it waits for approvals, for its start, or for its steps, of which each is executed by a job
 * of its own. Buttons carry its id only.
 */
export interface Approval extends Change {
  /** Counts all requests of this installation, from 1, with gaps. */
  readonly number?: number | undefined;
  readonly reason: string;
  /** Id of the job that created it. */
  readonly job: string;
  /** Aliases of all accounts that it affects; each needs an approver. */
  readonly accounts: readonly string[];
  /** The impact of the change, as sentences. */
  readonly impact: readonly string[];
  /** The impact in a few words, to be put between others. */
  readonly impactLine?: string | undefined;
  /** The risks that it was scored for: points, and the reason as a short phrase. */
  readonly points: readonly { readonly points: number; readonly why: string }[];
  /** The risk in a line, for the card. */
  readonly riskLine?: string | undefined;
  /** One per step. */
  readonly basis: NonEmpty<Basis>;
  /** Number of distinct people who have to approve. 0 if the confirmation of its requester is enough: then nobody reviews it. */
  readonly approvers: number;
  /** The approvals channel: "#name" or an id. Empty if it needs no approval. */
  readonly channel: string;
  /** Slack ids of the people and user groups that the policy names as approvers. Empty if it names everyone (`*`). */
  readonly reviewers?: readonly string[] | undefined;
  /** Whether the policy lets its requester use break-glass. */
  readonly mayBreakGlass?: boolean | undefined;
  /** All three in milliseconds since 1970. */
  readonly created: number;
  readonly remindAt: number;
  readonly expires: number;
  readonly reminded: boolean;
  readonly phase: Phase;
  /** Start of the current phase, in milliseconds since 1970. */
  readonly since: number;
  readonly votes: readonly Vote[];
  readonly cards: readonly Card[];
  /** The direct message that shows the requester how it stands; none if it needs no approval. */
  readonly direct?: Message | undefined;
  /**
   * The message where it was requested that shows its steps, and is edited after each: of a request that needs no approval, and of
   * an approved one with several steps that was made in a channel.
   */
  readonly progress?: Message | undefined;
  /** The direct messages that offer suggestions to the requester, oldest first. */
  readonly offers?: readonly Offer[] | undefined;
  /** True if its card could not be posted, so that it was discarded before any approver saw it. */
  readonly discarded?: boolean | undefined;
  readonly suggestion?: Suggestion | undefined;
  /** Id of the job that accepted the suggestion, to recognize a redelivery of that job. */
  readonly acceptedBy?: string | undefined;
  /** The suggestion that the requester declined last. `job` is the one that declined it. */
  readonly declined?:
    | (Pick<Suggestion, 'id' | 'by'> & { readonly title: string; readonly job: string })
    | undefined;
  /** Whether it is approved and can't start yet, since the audit log lacks what it rests on. */
  readonly isUnlogged?: boolean | undefined;
  readonly ended?: Ended | undefined;
  readonly due?: readonly Due[] | undefined;
  /** Id of the job that ended a step last: of jobs that end steps at once, only the last one updates the messages. */
  readonly lastJob?: string | undefined;
  /** Id of the request that this one supersedes. */
  readonly supersedes?: string | undefined;
  /** What people call that one, and the one that supersedes this: "#1042". */
  readonly replaces?: string | undefined;
  readonly replacedBy?: string | undefined;
}

/** What people call a request: "#1042". The start of its id, if it has no number. */
export const requestName = ({ id, number }: Pick<Approval, 'id' | 'number'>): string =>
  number === undefined ? id.slice(0, 8) : `#${number}`;

/** The name of a request, as a link to its card if Slack gave its permalink. */
export function requestLink(approval: Pick<Approval, 'id' | 'number' | 'cards'>): Inline {
  const permalink = approval.cards.find((card) => card.link !== undefined)?.link;
  const name = requestName(approval);
  return permalink === undefined ? bold(name) : link(permalink, name);
}

/** Whether the request is still in progress: open, approved or running. */
export const isWaiting = ({ phase }: Pick<Approval, 'phase'>): boolean =>
  phase === 'open' || phase === 'approved' || phase === 'running';

/** Whether others have to approve a request, or had to. */
export const needsApproval = ({ approvers }: Pick<Approval, 'approvers'>): boolean => approvers > 0;

/** The approvals that count. */
export const approvalsOf = ({ votes }: Pick<Approval, 'votes'>): readonly Vote[] =>
  votes.filter((vote) => vote.vote === 'approve' && counts(vote));

/** Number of distinct people who have approved. */
export const approvalCount = (approval: Pick<Approval, 'votes'>): number =>
  new Set(approvalsOf(approval).map(({ person }) => person)).size;

/** How many of the approvals it has: "1 of 2 approved". */
export const approvedOf = (approval: Pick<Approval, 'votes' | 'approvers'>): string =>
  `${approvalCount(approval)} of ${approval.approvers} approved`;

/** The affected accounts that still lack an approval by a person who may approve there. */
export function unapproved(approval: Pick<Approval, 'accounts' | 'votes'>): readonly string[] {
  const approved = approvalsOf(approval).flatMap(({ accounts }) => accounts);
  return approval.accounts.filter((account) => !approved.includes(account));
}

/** The answer that people get at the end of a request: the outcomes of its steps, or why it ended before. */
export const outcomeOf = (approval: Approval): Answer => [
  ...outcomesOf(approval),
  ...(approval.ended?.answer ?? []),
];

/** The approval after a transition, or why the transition is refused, as a sentence for the person who tried. */
export type Transition = { readonly approval: Approval } | { readonly refused: string };

export type TransitionOfBoth =
  | { readonly approval: Approval; readonly narrower: Approval }
  | { readonly refused: string };

/** Id and requester of an approval request. */
export type ApprovalRef = Pick<Approval, 'id' | 'requester'>;

export interface Approvals {
  /** Takes the next number for a new request. No two calls get the same one; a number can stay unused. */
  takeNumber(): Promise<number>;
  /** Stores what a request is evaluated against, before the request. Does nothing if that of this id is stored. */
  assess(request: Pick<Approval, 'id' | 'expires'>, assessment: Assessment): Promise<void>;
  /** What a request was evaluated against; undefined if it is not stored whole. */
  assessmentOf(id: string): Promise<Assessment | undefined>;
  /** Stores a new approval. Does nothing if the id exists. */
  put(approval: Approval): Promise<void>;
  get(id: string): Promise<Approval | undefined>;
  /** The id of the request with this number; undefined if there is none. */
  idOf(number: number): Promise<string | undefined>;
  /**
   * Applies a transition: reads, computes, and writes on condition that nobody wrote in between, else starts over. Of
   * concurrent transitions each sees the result of those before it.
   */
  change(id: string, transition: (approval: Approval) => Transition): Promise<Transition>;
  /** Applies a transition to two requests in one transaction: both are written or neither. The narrower one, by which the first is replaced, may not exist. */
  changeBoth(
    id: string,
    narrowerId: string,
    transition: (approval: Approval, narrower: Approval | undefined) => TransitionOfBoth,
  ): Promise<TransitionOfBoth>;
  /**
   * Lists the requests that are open, approved or running, or have work due; soonest to expire first. Returns ids and
   * requesters only, so it is fast for any number of them; read a whole request with `get`.
   */
  waiting(): Promise<readonly ApprovalRef[]>;
}
