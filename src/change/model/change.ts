import { type Answer, bold, type Inline, link, type Text } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { TrafficPath } from '../../picture/traffic-path.ts';
import type { Approvable } from './approval.ts';
import type { AuditEvent } from './audit-log.ts';
import type { Basis } from './basis.ts';
import { isPosted, type Posted, permalinkOf } from './posted-message.ts';
import type { ReversalFacts } from './reversal-facts.ts';
import type { StepOutcome, Stepped, Steps } from './step.ts';

/**
 * Status of a change. `previewed` waits for its requester, `open` for votes, `approved` for the worker, `running` for the cloud
 * API. `confirmed` is set only on the stored preview, whose change is stored as another item. All others are final.
 * - `refused`: its requester lost the right to make it, it could no longer be made when it was confirmed, or its card can't be
 *   posted.
 * - `outdated`: it is not what people agreed to any more.
 * - `superseded`: the requester accepted a narrower suggestion.
 * - `skipped`: somebody changed the resource that it would have restored, so it was not touched.
 * - `over`: an end that had nothing left to do, since its resource is gone or closed already, or somebody kept it for good.
 */
export type Status =
  | 'previewed'
  | 'confirmed'
  | 'cancelled'
  | 'open'
  | 'approved'
  | 'running'
  | 'done'
  | 'failed'
  | 'unknown'
  | 'skipped'
  | 'over'
  | 'rejected'
  | 'withdrawn'
  | 'refused'
  | 'expired'
  | 'outdated'
  | 'superseded';

/**
 * A stored change, which waits for approvals, its start or its steps. Each step is executed by a job of its own. Buttons carry
 * only the change's id.
 */
export interface Change extends RequestedChange, Approvable, Posted {
  /** Sequence number of the request in this installation, from 1, with gaps. */
  readonly number?: number | undefined;
  /** Id of the job that created it. */
  readonly job: string;
  /** Undefined for an end or a rollback, which was evaluated with the change that it undoes. */
  readonly judgement?: Judgement | undefined;
  /** Set for the end of a step, or the rollback of a plan. */
  readonly reversal?: ReversalFacts | undefined;
  readonly created: number;
  /** Until when people may decide: on the preview, then on the request. The time of an end; the creation of a rollback. */
  readonly expires: Instant;
  readonly status: Status;
  /** Start of the current status. */
  readonly since: Instant;
  /** Time at which its messages become outdated, since an Undo that they offer expires. */
  readonly staleAt?: Instant | undefined;
  /** Whether the audit log lacks the entries that prove it, so that it can't start yet. */
  readonly isUnlogged?: boolean | undefined;
  readonly closed?: Closing | undefined;
  readonly due?: readonly Due[] | undefined;
  /** How often Slack has refused the card that is due. The pause before the next attempt grows each time. */
  readonly cardRefusals?: number | undefined;
  /** Time at which a job found its end in the audit log while notifications were due, which wait for that. */
  readonly loggedAt?: Instant | undefined;
  /** Pictures of what it opens, one for each of its states. */
  readonly pictures?: readonly StoredPicture[] | undefined;
  /** Id of the job that last completed a step. If jobs complete steps at once, only the last of them updates the messages. */
  readonly lastJob?: string | undefined;
}

/** A change as one person requested it, from the preview to the audit log. JSON. */
export interface RequestedChange extends Stepped {
  /** Slack workspace id. */
  readonly team: string;
  readonly replyTo: ReplyTarget;
  readonly reason?: string | undefined;
  readonly ticket?: string | undefined;
  readonly plan?: ChangePlan | undefined;
}

/** Properties shared by the steps of a plan. */
export interface ChangePlan {
  /** Name of the runbook; undefined if the requester wrote the lines. */
  readonly name?: string | undefined;
  /** The command that requests the plan, if one line does. */
  readonly line?: string | undefined;
  /** Whether the completed steps are undone if a later one fails. */
  readonly allOrNothing: boolean;
  /** The numbers, from 1, of steps that can't be undone, in an all-or-nothing plan with later steps that can fail. */
  readonly irreversible?: readonly number[] | undefined;
}

/** The assessment that people accept when they confirm or approve a change. */
export interface Judgement {
  /** The impact of the change, as sentences. */
  readonly impact: readonly string[];
  /** Other facts for approvers, such as a temporary opening that becomes permanent. */
  readonly warnings?: readonly Text[] | undefined;
  /** The impact in a few words, to be joined with others. */
  readonly impactLine?: string | undefined;
  /** The risk points, with the reason for each as a short phrase. */
  readonly points: readonly { readonly points: number; readonly why: string }[];
  /** The risk in one line, for the card. */
  readonly riskLine?: string | undefined;
  /** The traffic that it opens, for a picture; undefined if it opens nothing or has several steps. */
  readonly path?: TrafficPath | undefined;
  /** SHA-256 of the policy that was applied. */
  readonly policy?: string | undefined;
  /** One per step. */
  readonly basis: NonEmpty<Basis>;
}

/** A picture of one state of a request. JSON. */
export interface StoredPicture {
  /** Hash of the pictured state. */
  readonly of: string;
  /** Slack's id of the file; undefined until it is rendered and uploaded. */
  readonly file?: string | undefined;
  /** Whether messages show it. A file is usable in Slack only some time after its upload. */
  readonly isShown?: boolean | undefined;
  /** Number of failed attempts to render or upload it. */
  readonly failures: number;
}

/** The result of a step, reported by the job that completes it: its outcome, and the change that will end it. */
export interface Completion extends StepOutcome {
  readonly ends?: Change | undefined;
}

/** How a request was closed, as logged in the audit log. */
export interface Closing {
  readonly event: AuditEvent;
  /** Slack user id of the person who closed it; the requester if it expired or the worker closed it. */
  readonly person: string;
  /** Id of the job that closed it. A redelivered job does not log the event again. */
  readonly job: string;
  readonly note?: string | undefined;
  /** The answer to people, if it was closed without an execution. */
  readonly answer?: Answer | undefined;
}

/** The tasks (todo.ts) that a change stores until they are done, since the rest of its state does not show whether they are. */
export type Due =
  | 'rollback'
  | 'log'
  | 'card'
  | 'messages'
  | 'requester'
  | 'channel'
  | 'thread'
  | 'suggester'
  | 'undo';

/** Returns the aliases of the accounts that a change affects. */
export const accountsOf = ({ approval, steps }: Steps & Approvable): readonly string[] =>
  approval?.accounts ?? [...new Set(steps.map(({ account }) => account))];

/** Returns the name of a request: "#1042", or the start of its id if it has no number. */
export const requestName = ({ id, number }: Pick<Change, 'id' | 'number'>): string =>
  number === undefined ? id.slice(0, 8) : `#${number}`;

/** Returns the name of a request, linked to its card if Slack gave a permalink. */
export function requestLink(change: Pick<Change, 'id' | 'number' | 'messages'>): Inline {
  const permalink = permalinkOf(change);
  const name = requestName(change);
  return permalink === undefined ? bold(name) : link(permalink, name);
}

/** Returns whether a request was refused because its card could not be posted. It can be requested again. */
export const isDiscarded = (change: Pick<Change, 'status' | 'messages' | 'approval'>): boolean =>
  change.status === 'refused' && change.approval !== undefined && !isPosted('card', change);

/** Returns whether the click that confirmed a change claimed its only step, and so runs it: nobody else sees it before its result. */
export const isClaimedByClick = ({ job, steps: [{ claimed }] }: Pick<Change, 'job' | 'steps'>): boolean =>
  claimed?.job === job;

/** Returns whether a request is in progress: open, approved or running. */
export const isWaiting = ({ status }: Pick<Change, 'status'>): boolean =>
  status === 'open' || status === 'approved' || status === 'running';
