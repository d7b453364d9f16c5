import type { Service } from '../cloud/index.ts';
import type { Form } from '../commands/parse/form.ts';
import type { Approvals } from '../core/approval.ts';
import type { Ledger } from '../core/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import type { Finding } from '../core/finding.ts';
import type { Receipts } from '../core/idempotency.ts';
import type { Log } from '../core/log.ts';
import type { Groups, Members } from '../core/member.ts';
import type { Messenger } from '../core/messaging.ts';
import type { Pendings } from '../core/pending-change.ts';
import type { Queue } from '../core/queue.ts';
import type { Undos } from '../core/undo.ts';
import type { Homes, Reviews, Views } from '../core/view.ts';
import type { Policy } from '../policy/policy.ts';
import type { Job } from './job.ts';
import type { Result } from './result.ts';

/** The outside world, as the worker's flow sees it. */
export interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: Policy;
  readonly service: Service;
  readonly queue: Queue<Job>;
  readonly receipts: Receipts<Result>;
  readonly pendings: Pendings;
  readonly approvals: Approvals;
  readonly undos: Undos;
  readonly ledger: Ledger;
  readonly messenger: Messenger;
  readonly reviews: Reviews;
  readonly views: Views<Form>;
  readonly homes: Homes;
  readonly members: Members;
  readonly groups: Groups;
  /** What the doctor finds now; never rejects. */
  readonly runChecks: () => Promise<readonly Finding[]>;
}

/** What it takes to end, show and tell of a request for approval; all that the sweeper has. */
export type ApprovalPorts = Pick<
  Ports,
  'clock' | 'log' | 'queue' | 'approvals' | 'undos' | 'ledger' | 'messenger'
>;
