import type { Service } from '../cloud/index.ts';
import type { Form } from '../commands/parse/form.ts';
import type { Approvals } from '../core/approval.ts';
import type { AuditLog } from '../core/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import type { Finding } from '../core/finding.ts';
import type { IdempotencyStore } from '../core/idempotency.ts';
import type { Log } from '../core/log.ts';
import type { Groups, Members } from '../core/member.ts';
import type { Messenger } from '../core/messaging.ts';
import type { PendingChanges } from '../core/pending-change.ts';
import type { Queue } from '../core/queue.ts';
import type { UndoStore } from '../core/undo.ts';
import type { HomeTabs, Reviews, Views } from '../core/view.ts';
import type { Policy } from '../policy/policy.ts';
import type { Job } from './job.ts';
import type { Result } from './result.ts';

/** The outside world, as the worker's flow sees it. */
export interface Dependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: Policy;
  readonly service: Service;
  readonly queue: Queue<Job>;
  readonly idempotency: IdempotencyStore<Result>;
  readonly pendingChanges: PendingChanges;
  readonly approvals: Approvals;
  readonly undoStore: UndoStore;
  readonly auditLog: AuditLog;
  readonly messenger: Messenger;
  readonly reviews: Reviews;
  readonly views: Views<Form>;
  readonly homeTabs: HomeTabs;
  readonly members: Members;
  readonly groups: Groups;
  /** What the doctor finds now; never rejects. */
  readonly runChecks: () => Promise<readonly Finding[]>;
}

/** What it takes to end, show and tell of a request for approval; all that the sweeper has. */
export type ApprovalDependencies = Pick<
  Dependencies,
  'clock' | 'log' | 'queue' | 'approvals' | 'undoStore' | 'auditLog' | 'messenger'
>;
