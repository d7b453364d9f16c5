import type { Answer } from './answer.ts';
import type { Event } from './audit-log.ts';
import type { Message } from './messaging.ts';
import type { RawArgs } from './operation.ts';
import type { Place } from './reply-target.ts';
import type { SnapshotSubject } from './snapshot.ts';

/**
 * Where a request for approval stands. `open` waits for votes, `granted` for the worker, `running` for the
 * service; everything else is final. `stale`: what it was judged against has changed. `replaced`: its asker
 * took a narrower proposal instead.
 */
export type Phase =
  | 'open'
  | 'granted'
  | 'running'
  | 'done'
  | 'failed'
  | 'unknown'
  | 'rejected'
  | 'withdrawn'
  | 'expired'
  | 'stale'
  | 'replaced';

export interface Vote {
  readonly person: string;
  readonly vote: 'approve' | 'reject';
  readonly comment?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The job that brought it: the same job may bring it twice. */
  readonly job: string;
  /** The accounts in which this person may approve; the request's own where it is not said. */
  readonly accounts?: readonly string[] | undefined;
  /** The asker's own vote, which only the policy's break-glass allows. */
  readonly breakGlass?: boolean | undefined;
  /** Why it does not count any more, in a sentence: its voter lost the right. */
  readonly lapsed?: string | undefined;
  /** The notice to everybody that the asker approved it themselves. */
  readonly notice?: Message | undefined;
}

export const counts = ({ lapsed }: Pick<Vote, 'lapsed'>): boolean => lapsed === undefined;

/** What the change was judged against: it must still be so when it is approved and when it runs. */
export interface Judged {
  readonly says: string;
  /** Each rule by its id, with a SHA-256 over what it says: all their ranges could be more than a table's item holds. */
  readonly rules: readonly { readonly id: string; readonly hash: string }[];
  /** SHA-256 over the state of what it undoes, for an Undo. */
  readonly subject?: string | undefined;
}

/** A narrower change that an approver would agree to. */
export interface Proposal {
  /** Names it on the button that takes it, so that nobody takes another than they saw. */
  readonly id: string;
  readonly by: string;
  readonly raw: RawArgs;
  readonly says: string;
  readonly comment?: string | undefined;
  /** SHA-256 over it and what it was judged against when it was proposed. */
  readonly hash: string;
}

/** How a request ended, as the audit log has it. */
export interface Ended {
  readonly event: Event;
  /** Slack user id of the person who ended it; the requester where time or the worker did. */
  readonly person: string;
  /** The job that ended it: it may come twice, and what it logs is logged once. */
  readonly job: string;
  readonly note?: string | undefined;
}

/**
 * What is still to be done about a request that ended: draw its card, tell its requester, report what came of an approved
 * change in the channel of the request, write its end to the audit log, offer the Undo again that it had used. The job that
 * ended it does so at once, else the sweeper.
 */
export const dues = ['card', 'asker', 'channel', 'log', 'undo'] as const;
export type Due = (typeof dues)[number];

/** A change that waits for the word of others. Its id is all that a button carries. */
export interface Approval {
  readonly id: string;
  /** The job that asked for it. */
  readonly job: string;
  readonly asker: string;
  readonly team: string;
  readonly place: Place;
  readonly account: string;
  /** Every account that it touches, in capitals: each needs an approver. Only its own where it is not said. */
  readonly accounts?: readonly string[] | undefined;
  readonly operation: string;
  readonly raw: RawArgs;
  readonly line: string;
  readonly says: string;
  readonly why: string;
  readonly ticket?: string | undefined;
  readonly targets: readonly string[];
  /** What the change means, each a sentence. */
  readonly meaning: readonly string[];
  /** Why it needs approval, each a sentence with its points. */
  readonly points: readonly { readonly points: number; readonly why: string }[];
  /** SHA-256 over the plan and what it was judged against. */
  readonly hash: string;
  readonly judged: Judged;
  /** How many distinct people have to agree. */
  readonly approvers: number;
  /** "#name" or an id. */
  readonly channel: string;
  /** All three in milliseconds since 1970. */
  readonly created: number;
  readonly remindAt: number;
  readonly expires: number;
  readonly reminded: boolean;
  readonly phase: Phase;
  /** When the phase was entered, in milliseconds since 1970. */
  readonly since: number;
  readonly votes: readonly Vote[];
  readonly cards: readonly Message[];
  /** Its card could not be posted, so it was withdrawn before anybody was asked. */
  readonly unasked?: boolean | undefined;
  readonly proposal?: Proposal | undefined;
  /** The job by which its asker took the proposal: the same job may bring it twice. */
  readonly takenBy?: string | undefined;
  readonly ended?: Ended | undefined;
  readonly due?: readonly Due[] | undefined;
  /** The Undo that it used: the id of the request that it undoes, and the job that used it. */
  readonly usedUndo?: { readonly id: string; readonly job: string } | undefined;
  /** What it undoes, for an Undo: nobody may have changed that since. */
  readonly undoes?: SnapshotSubject | undefined;
  /** What came of it, once it ran. */
  readonly outcome?: Answer | undefined;
  /** The request that this one took the place of. */
  readonly instead?: string | undefined;
}

/** Whether something is still to come. */
export const isWaiting = ({ phase }: Pick<Approval, 'phase'>): boolean =>
  phase === 'open' || phase === 'granted' || phase === 'running';

/** How many distinct people have agreed. */
export const agreed = ({ votes }: Pick<Approval, 'votes'>): number =>
  new Set(votes.filter((one) => one.vote === 'approve' && counts(one)).map(({ person }) => person)).size;

/** Every account that a request touches. */
export const accountsOf = ({
  account,
  accounts,
}: Pick<Approval, 'account' | 'accounts'>): readonly string[] => accounts ?? [account];

/** The accounts for which nobody has agreed yet who may approve there. */
export function unapproved(approval: Pick<Approval, 'account' | 'accounts' | 'votes'>): readonly string[] {
  const approved = approval.votes
    .filter((one) => one.vote === 'approve' && counts(one))
    .flatMap(({ accounts }) => accounts ?? [approval.account]);
  return accountsOf(approval).filter((account) => !approved.includes(account));
}

/** What a step made of an approval, or why it does not apply, in words for whoever tried. */
export type Stepped = { readonly approval: Approval } | { readonly refused: string };

export type SteppedBoth =
  | { readonly approval: Approval; readonly other: Approval }
  | { readonly refused: string };

/** A request by its id, and who asked for it. */
export type Named = Pick<Approval, 'id' | 'asker'>;

export interface Approvals {
  /** Keeps a new approval; the same id again changes nothing. */
  put(approval: Approval): Promise<void>;
  get(id: string): Promise<Approval | undefined>;
  /**
   * Reads it, lets `step` make the next one, and writes that on condition that nobody wrote in between; else
   * again from the start. So of many steps at once each sees what those before it did.
   */
  change(id: string, step: (approval: Approval) => Stepped): Promise<Stepped>;
  /** Changes two requests in one transaction: both are written or neither. `other` may be missing. */
  changeBoth(
    id: string,
    other: string,
    step: (approval: Approval, other: Approval | undefined) => SteppedBoth,
  ): Promise<SteppedBoth>;
  /**
   * Names those that are open, granted or running, or about whose end something is due; soonest to expire first. However
   * many there are, this alone is quick: the whole of one has to be read with `get`.
   */
  waiting(): Promise<readonly Named[]>;
}
