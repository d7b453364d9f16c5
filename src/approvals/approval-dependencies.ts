import type { EvidenceDependencies, ExecuteDependencies } from '../changes/execute-step.ts';
import type { Approvals } from '../core/approval.ts';
import type { AuditLog } from '../core/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Messenger } from '../core/messaging.ts';
import type { Queue } from '../core/queue.ts';
import type { UndoStore } from '../core/undo.ts';
import type { Reviews } from '../core/view.ts';
import type { ContextDependencies } from '../requests/build-context.ts';
import type { Job } from '../requests/job.ts';

/** What it takes to post and edit the card of a request, and to tell people of it. */
export interface CardDependencies {
  readonly approvals: Approvals;
  readonly messenger: Pick<Messenger, 'send' | 'edit' | 'post'>;
  readonly log: Log;
}

/** What it takes to begin and end a request, and to notify people of that. */
export interface NotifyDependencies extends CardDependencies {
  readonly clock: Clock;
  readonly undoStore: Pick<UndoStore, 'giveBack'>;
}

/** What it takes to evaluate a request once more and to decide on it. */
export type ApprovalDependencies = ContextDependencies & NotifyDependencies;

/** What it takes to run an approved change. */
export type ApprovedRunDependencies = ApprovalDependencies & ExecuteDependencies & EvidenceDependencies;

/** What it takes to show a request in the review modal. */
export interface ReviewDependencies extends ContextDependencies {
  readonly reviews: Reviews;
}

/** All that the sweeper has. */
export interface SweepDependencies extends NotifyDependencies {
  readonly auditLog: Pick<AuditLog, 'append' | 'causedBy'>;
  readonly queue: Queue<Job>;
}
