import type { Answer } from '../../answer/answer.ts';
import type { Message } from '../../messaging/messaging.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Needs, Risk } from '../../operation/operation.ts';
import { leftAloneFor, lostAfter } from './patience.ts';
import type { ChangeStep, StepEnd } from './step.ts';

/** State of a lease. `active` waits for its end, `ending` for the cloud API; all others are final. */
export type LeasePhase = StepEnd['phase'];

/** What people have to be told of a lease: that it ends soon, is overdue, was extended, or is over. */
export type LeaseNews = 'notice' | 'overdue' | 'extended' | 'closed';

/**
 * Where news is still to be told: the audit log, the messages that show the lease, a direct message to the requester, the
 * channel of the request, the thread of the request's card, the lease that ends after it.
 */
export const leasePlaces = ['log', 'messages', 'requester', 'channel', 'thread', 'next'] as const;
export type LeasePlace = (typeof leasePlaces)[number];

/** What came of an attempt to end a lease. */
export interface LeaseEnd {
  readonly event: 'ended' | 'failed' | 'unknown';
  /** What people read about it, after the title of the step. */
  readonly answer: Answer;
  /** For the audit log: why, as a sentence. */
  readonly note?: string | undefined;
  /** Id of the job that found it out. */
  readonly job: string;
}

/**
 * A step that ends by itself: an Undo that is applied at a time. It is stored once the step is done, with the state in which
 * the step left its subject. JSON.
 */
export interface Lease extends ChangeStep, StepEnd {
  /** The id of its step (`stepId`). */
  readonly id: string;
  /** Slack workspace id. */
  readonly team: string;
  readonly replyTo: ReplyTarget;
  /** What people call the request that was approved for it: "#1042". */
  readonly request?: string | undefined;
  /** Slack user ids of those who approved both ends. */
  readonly approvers: readonly string[];
  /** How the policy judges the operation of the step, and so each extension. */
  readonly risk: Risk;
  readonly needs: Needs;
  readonly inverse: InverseCommand;
  /** SHA-256 over the state in which the step left its subject. */
  readonly state: string;
  /** When its clock started, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Why it ends, if not since its time is over: "Step 3 failed." */
  readonly because?: string | undefined;
  /** The id of the lease that ends after this one, where the steps of a plan are undone. */
  readonly next?: string | undefined;
  /**
   * Counts from 1 how often its end was tried or moved. The job that ends it is named by it, so a job of an earlier attempt
   * does nothing.
   */
  readonly attempt: number;
  /** When its end is tried again, in milliseconds since 1970; undefined before the first attempt. */
  readonly retryAt?: number | undefined;
  /** Id of the job that ends it. */
  readonly job?: string | undefined;
  /** Whether people were told that it ends soon. */
  readonly noticed?: boolean | undefined;
  readonly end?: LeaseEnd | undefined;
  /** What is still to be told, since when (in milliseconds since 1970), and where. */
  readonly news?:
    | { readonly kind: LeaseNews; readonly at: number; readonly due: readonly LeasePlace[] }
    | undefined;
  /** Messages that say that it ends soon, and offer to extend or end it. */
  readonly notices: readonly Message[];
}

/** The lease after a transition, or why the transition is refused, as a sentence for the person who tried. */
export type LeaseTransition = { readonly lease: Lease } | { readonly refused: string };

/** A lease that is not over, or of which something is still to be told. */
export interface LeaseRef extends Pick<Lease, 'id' | 'requester' | 'endsAt'> {
  /** The account of its step. */
  readonly account: string;
  readonly isOver: boolean;
  /** When the sweeper has to look at it, in milliseconds since 1970; undefined while it has no end. */
  readonly wakesAt?: number | undefined;
}

/** What is known of a lease without reading it whole. */
export const refOf = (lease: Lease): LeaseRef => ({
  id: lease.id,
  requester: lease.requester,
  account: lease.step.account,
  isOver: isOver(lease),
  endsAt: lease.endsAt,
  wakesAt: wakesAt(lease),
});

export interface Leases {
  /** Stores a new lease. Does nothing if the id exists. */
  put(lease: Lease): Promise<void>;
  get(id: string): Promise<Lease | undefined>;
  /**
   * Applies a transition: reads, computes, and writes on condition that nobody wrote in between, else starts over. Of
   * concurrent transitions each sees the result of those before it.
   */
  change(id: string, transition: (lease: Lease) => LeaseTransition): Promise<LeaseTransition>;
  /** Lists those that are not over or have news, in the order in which the sweeper looks at them. Reads no whole lease. */
  pending(): Promise<readonly LeaseRef[]>;
  /** The leases that are active or ending, those that end soonest first. */
  active(): Promise<readonly Lease[]>;
}

/** How the end of a step stands, as it is kept with the step. */
export const endOf = ({ phase, since, endsAt, overdue, endedBy }: StepEnd): StepEnd => ({
  phase,
  since,
  ...(endsAt !== undefined && { endsAt }),
  ...(overdue && { overdue }),
  ...(endedBy !== undefined && { endedBy }),
});

/** The target of an operation that changes a lease. */
export const leaseTarget = (id: string): string => `lease/${id}`;

/** The ids of the leases among the targets of an operation. */
export const leasesAmong = (targets: readonly string[]): readonly string[] =>
  targets.flatMap((target) => /^lease\/(.+)$/.exec(target)?.[1] ?? []);

const minute = 60_000;
/** How long before its end people are told, in milliseconds, if the lease is longer than `minNoticed`. */
export const noticeBefore = 15 * minute;
const minNoticed = 30 * minute;
/** A lease that is active for this long after its end is overdue, in milliseconds. */
const overdueAfter = 10 * minute;
export const isOver = ({ phase }: Pick<Lease, 'phase'>): boolean => phase !== 'active' && phase !== 'ending';

/** When people are told that it ends soon, in milliseconds since 1970; undefined if they are not, or were told. */
export function noticeAt({ phase, startedAt, endsAt, noticed }: Lease): number | undefined {
  if (phase !== 'active' || noticed || endsAt === undefined || endsAt - startedAt <= minNoticed)
    return undefined;
  return endsAt - noticeBefore;
}

/** When the end is to be tried next, in milliseconds since 1970; undefined if it is not active or has no end. */
export const dueAt = ({ phase, endsAt, retryAt }: Lease): number | undefined =>
  phase === 'active' ? (retryAt ?? endsAt) : undefined;

/** Whether it should have ended a while ago. `now` in milliseconds since 1970. */
export const isLate = ({ endsAt }: Pick<Lease, 'endsAt'>, now: number): boolean =>
  endsAt !== undefined && now >= endsAt + overdueAfter;

/** Milliseconds since 1970 at which the sweeper has to look at it; undefined if it never has to. */
export function wakesAt(lease: Lease): number | undefined {
  const { phase, since, endsAt, overdue, news } = lease;
  const moments = [
    news && news.at + leftAloneFor,
    phase === 'ending' ? since + lostAfter : undefined,
    noticeAt(lease),
    dueAt(lease),
    phase === 'active' && !overdue && endsAt !== undefined ? endsAt + overdueAfter : undefined,
  ].filter((at) => at !== undefined);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}
