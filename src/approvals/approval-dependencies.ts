import type { EvidenceDependencies, ExecuteDependencies } from '../changes/execute-step.ts';
import type { Approvals } from '../core/approval.ts';
import type { AuditLog } from '../core/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Messenger } from '../core/messaging.ts';
import type { Queue } from '../core/queue.ts';
import type { UndoStore } from '../core/undo.ts';
import type { ContextDependencies } from '../requests/build-context.ts';
import type { Job } from '../requests/job.ts';

/** What it takes to post the messages about a request and to keep them up to date. */
export interface CardDependencies {
  readonly approvals: Approvals;
  readonly messenger: Pick<Messenger, 'send' | 'edit' | 'permalink'>;
  readonly log: Log;
}

/** What it takes to reply in the thread of a card. */
export interface ReplyDependencies {
  readonly messenger: Pick<Messenger, 'reply'>;
  readonly log: Log;
}

/** What it takes to announce the end of a request. */
export interface EndDependencies extends CardDependencies, ReplyDependencies {
  readonly messenger: Pick<Messenger, 'send' | 'edit' | 'permalink' | 'post' | 'reply'>;
  readonly undoStore: Pick<UndoStore, 'giveBack' | 'show'>;
  readonly clock: Clock;
}

/** What it takes to take a request from one phase to the next. */
export interface TransitionDependencies {
  readonly approvals: Approvals;
  readonly clock: Clock;
}

/** What it takes to evaluate a request once more and to decide on it. */
export type ApprovalDependencies = ContextDependencies & TransitionDependencies & CardDependencies;

/** What it takes to run an approved change. */
export type ApprovedRunDependencies = ApprovalDependencies & ExecuteDependencies & EvidenceDependencies;

/** All that the sweeper has. */
export interface SweepDependencies extends EndDependencies, TransitionDependencies {
  readonly auditLog: Pick<AuditLog, 'append' | 'causedBy'>;
  readonly queue: Queue<Job>;
}
