import type { Clock, Log, Members, Messenger, Pendings, Queue, Receipts } from '../core/ports.ts';
import type { Service } from '../service/index.ts';
import type { Job } from './job.ts';
import type { Result } from './result.ts';

/** The outside world, as the worker's flow sees it. */
export interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  readonly service: Service;
  readonly queue: Queue<Job>;
  readonly receipts: Receipts<Result>;
  readonly pendings: Pendings;
  readonly messenger: Messenger;
  readonly members: Members;
}
