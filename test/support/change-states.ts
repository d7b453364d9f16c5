/*
 * What is known of changes, in shapes of the tests' own: `stored.ts` reads them, and nothing here depends on how they are stored.
 */

/** The status of a change. `confirmed` is that of a change that ended before it ran: only the audit log has its outcome. */
export type ChangeStatus =
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

/** The end of a step, planned or by the rollback of its plan. */
export interface EndState {
  /** The id of the change that ends it. */
  readonly id: string;
  readonly status: 'active' | 'ending' | 'ended' | 'skipped' | 'unknown' | 'over';
  /** In milliseconds since 1970; undefined if it waits for another end. */
  readonly at: number | undefined;
}

export interface StepState {
  /** Its id in the audit log. */
  readonly id: string;
  readonly title: string;
  readonly operation: string;
  /** Its arguments by field name, with ids for names. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The id of the resource that it changes; undefined for a new one. */
  readonly resource: string | undefined;
  readonly outcome: 'done' | 'failed' | 'unknown' | 'skipped' | 'over' | undefined;
  /** Whether an end was agreed on. */
  readonly isTemporary: boolean;
  readonly end: EndState | undefined;
  /** The id of the step that it undoes. */
  readonly undoes: string | undefined;
}

export interface VoteState {
  readonly person: string;
  readonly vote: 'approve' | 'reject';
  readonly isBreakGlass: boolean;
  /** Whether it counts: its voter may still approve. */
  readonly counts: boolean;
}

/** A change, independent of its storage. All times are in milliseconds since 1970, all people are Slack user ids. */
export interface ChangeState {
  readonly id: string;
  /** Its visible number; undefined if it has none. */
  readonly number: number | undefined;
  readonly status: ChangeStatus;
  /** Whether the click that confirmed it ran or refused it at once: then no message is updated while it waits. */
  readonly isImmediate: boolean;
  /** The digest of what its review shows. */
  readonly seen: string;
  readonly requester: string;
  /** Number of people who have to approve it; 0 if its confirmation is enough. */
  readonly approvers: number;
  readonly votes: readonly VoteState[];
  /** The pending suggestion of an approver. */
  readonly suggestion:
    | { readonly id: string; readonly by: string; readonly comment: string | undefined }
    | undefined;
  /** The author of the last declined suggestion. */
  readonly declinedOf: string | undefined;
  readonly isReminded: boolean;
  readonly expires: number;
  /** The id of the request that it replaces. */
  readonly replaces: string | undefined;
  readonly isAllOrNothing: boolean;
  readonly steps: readonly StepState[];
  /** The messages that show it to its approvers. */
  readonly cards: readonly { readonly channel: string; readonly ts: string }[];
}

/**
 * What a change can lack: the decision of a person, its start or its outcome; else what is still to be delivered. `entry`: in the audit
 * log. `message`: a new one, or a new content of one. `rollback`: the change that undoes it. `undo`: that the Undo which it used is
 * used, or free again. `button`: its messages offer an Undo whose time is over.
 */
export type Lack = 'decision' | 'start' | 'outcome' | 'entry' | 'message' | 'rollback' | 'undo' | 'button';

/** A change that is not finished. */
export interface Unfinished {
  readonly id: string;
  readonly status: ChangeStatus;
  /** The ids of the steps that it ends; empty for a change that a person requested. */
  readonly ends: readonly string[];
  /** At least one. */
  readonly lacks: readonly Lack[];
}

/** What changes that are not finished wait for; all else is to be delivered. */
const awaited: readonly Lack[] = ['decision', 'start', 'outcome', 'button'];

/** Returns what is still to be delivered to people, the audit log or another change. */
export const undelivered = ({ lacks }: Pick<Unfinished, 'lacks'>): readonly Lack[] =>
  lacks.filter((lack) => !awaited.includes(lack));

/** Whether it waits or waited for approvals, a start or its steps. A change that only needs confirmation is no request. */
export const isRequest = ({ status, isImmediate }: ChangeState): boolean =>
  !isImmediate && status !== 'previewed' && status !== 'confirmed' && status !== 'cancelled';

/** Whether a request was refused before anybody saw it, since its card could not be posted. */
export const isDiscarded = ({ status, approvers, cards }: ChangeState): boolean =>
  status === 'refused' && approvers > 0 && cards.length === 0;

export const isOver = ({ status }: EndState): boolean => status !== 'active' && status !== 'ending';

/** Returns the id of a step in the audit log, by its position from 0: the first one has that of its change. */
export const stepId = (change: string, index: number): string =>
  index === 0 ? change : `${change}.${index + 1}`;
