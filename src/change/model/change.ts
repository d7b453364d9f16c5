import { type Answer, bold, type Inline, link, type Text } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { TrafficPath } from '../../picture/traffic-path.ts';
import type { Approvable } from './approval.ts';
import type { AuditEvent } from './audit-log.ts';
import type { Basis } from './basis.ts';
import type { Ending } from './ending.ts';
import { isPosted, type Posted, permalinkOf } from './posted-message.ts';
import type { StepOutcome, Stepped, Steps } from './step.ts';

/**
 * State of a change. `previewed` waits for its requester, `open` for votes, `approved` for the worker, `running` for the cloud API;
 * all others are final. `refused`: its requester may not make it any more, it could not be made any more when it was confirmed, or its
 * card can't be posted. `outdated`: the plan or the firewall policies have changed since it was requested. `superseded`: the
 * requester accepted a narrower suggestion, or a rollback ends what an end was to end. `skipped`: somebody changed what it would have undone,
 * so it was not touched.
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
  | 'rejected'
  | 'withdrawn'
  | 'refused'
  | 'expired'
  | 'outdated'
  | 'superseded';

/**
 * A stored change: it waits for approvals, for its start, or for its steps, of which each is executed by a job of its own. Buttons
 * carry its id only.
 */
export interface Change extends RequestedChange, Approvable, Posted {
  /** Counts all requests of this installation, from 1, with gaps. */
  readonly number?: number | undefined;
  /** Id of the job that created it. */
  readonly job: string;
  /** Undefined for what undoes by itself: it was judged with the change that it undoes. */
  readonly judgement?: Judgement | undefined;
  /** Set for what undoes by itself: the end of a step, or the rollback of a plan. */
  readonly ending?: Ending | undefined;
  readonly created: number;
  readonly expires: Instant;
  readonly status: Status;
  /** Start of the current status. */
  readonly since: Instant;
  /** When its messages show what is over by then: an Undo that they offer. */
  readonly staleAt?: Instant | undefined;
  /** Whether it is approved and can't start yet, since the audit log lacks what it rests on. */
  readonly isUnlogged?: boolean | undefined;
  readonly ended?: Ended | undefined;
  readonly due?: readonly Due[] | undefined;
  /** The pictures of what it opens, one for each state that it was in. */
  readonly pictures?: readonly StoredPicture[] | undefined;
  /** Id of the job that ended a step last: of jobs that end steps at once, only the last one updates the messages. */
  readonly lastJob?: string | undefined;
}

/** What one person requested: from the preview to the audit log. JSON. */
export interface RequestedChange extends Stepped {
  /** Slack workspace id. */
  readonly team: string;
  readonly replyTo: ReplyTarget;
  readonly reason?: string | undefined;
  readonly ticket?: string | undefined;
  readonly plan?: ChangePlan | undefined;
}

/** What the steps of a change have in common, where they were requested as a plan. */
export interface ChangePlan {
  /** The name of the runbook; undefined for lines that its requester wrote. */
  readonly name?: string | undefined;
  /** The command that requests it, where one line does. */
  readonly line?: string | undefined;
  /** Whether the steps that are done are undone if a later one fails. */
  readonly allOrNothing: boolean;
  /** The numbers, from 1, of steps that nothing undoes, where all or nothing was requested and later steps can fail. */
  readonly irreversible?: readonly number[] | undefined;
}

/** What people agree to when they confirm or approve a change, and by what it was judged. */
export interface Judgement {
  /** The impact of the change, as sentences. */
  readonly impact: readonly string[];
  /** What else approvers have to know, such as that what was temporary stays. */
  readonly warnings?: readonly Text[] | undefined;
  /** The impact in a few words, to be put between others. */
  readonly impactLine?: string | undefined;
  /** The risks that it was scored for: points, and the reason as a short phrase. */
  readonly points: readonly { readonly points: number; readonly why: string }[];
  /** The risk in a line, for the card. */
  readonly riskLine?: string | undefined;
  /** What it opens, for a picture; undefined if it opens nothing, or has several steps. */
  readonly path?: TrafficPath | undefined;
  /** SHA-256 over the policy that decided it. */
  readonly policy?: string | undefined;
  /** One per step. */
  readonly basis: NonEmpty<Basis>;
}

/** A picture of one of the states of a request. JSON. */
export interface StoredPicture {
  /** Hash of what it shows. */
  readonly of: string;
  /** Slack's id of the file; undefined while it could not be drawn or uploaded. */
  readonly file?: string | undefined;
  /** Whether messages show it. Slack takes a file some time after its upload. */
  readonly isShown?: boolean | undefined;
  /** How often it could not be drawn or uploaded. */
  readonly failures: number;
}

/** What came of a step, as the job found it that ends the step: its outcome, and the change that ends it by itself. */
export interface Completion extends StepOutcome {
  readonly ends?: Change | undefined;
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
 * What is still due for a change, in the order in which it is done: undo the steps of a plan that is all or nothing, log the end in the
 * audit log, bring its card and all other messages that show it up to date, or for an end the messages of the step that it ends
 * (`messages`), tell its requester, the channel of the request, the thread of the card, and the approver whose suggestion is pending,
 * release the Undo that it had used or say that it was used. The job that took it further does it at once; the sweeper sends a job for
 * what that could not.
 */
export const dues = [
  'rollback',
  'log',
  'card',
  'messages',
  'requester',
  'channel',
  'thread',
  'suggester',
  'undo',
] as const;

export type Due = (typeof dues)[number];

/** The aliases of the accounts that a change affects. */
export const accountsOf = ({ approval, steps }: Steps & Approvable): readonly string[] =>
  approval?.accounts ?? [...new Set(steps.map(({ account }) => account))];

/** What people call a request: "#1042". The start of its id, if it has no number. */
export const requestName = ({ id, number }: Pick<Change, 'id' | 'number'>): string =>
  number === undefined ? id.slice(0, 8) : `#${number}`;

/** The name of a request, as a link to its card if Slack gave its permalink. */
export function requestLink(change: Pick<Change, 'id' | 'number' | 'messages'>): Inline {
  const permalink = permalinkOf(change);
  const name = requestName(change);
  return permalink === undefined ? bold(name) : link(permalink, name);
}

/** Whether a request was refused before any approver saw it, since its card could not be posted. It can be requested again. */
export const isDiscarded = (change: Pick<Change, 'status' | 'messages' | 'approval'>): boolean =>
  change.status === 'refused' && change.approval !== undefined && !isPosted('card', change);

/** Whether a change was refused when its requester confirmed it, so that nothing of it was stored before. */
export const isRefusedAtOnce = ({ status, approval }: Pick<Change, 'status' | 'approval'>): boolean =>
  status === 'refused' && !approval;

/** Whether the request is still in progress: open, approved or running. */
export const isWaiting = ({ status }: Pick<Change, 'status'>): boolean =>
  status === 'open' || status === 'approved' || status === 'running';
