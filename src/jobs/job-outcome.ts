import { operationById } from '../operations/index.ts';
import type { Job } from '../queue/job.ts';
import type { JobOutcome, Result } from '../queue/result.ts';

/** Returns the outcome of a job, for metrics: its event in the audit log, or another outcome. */
export function jobOutcome({ kind }: Job, { outcome, entries = [], deliveries }: Result): JobOutcome {
  const known = outcome ?? entries.at(-1)?.event;
  if (known) return known;
  if (deliveries.some((delivery) => delivery.kind === 'track'))
    return kind === 'track' ? 'polled' : 'accepted';
  return 'answered';
}

/** Returns the id of a job's operation, or the kind of the job if it has none. */
export function aboutOf(job: Job, { entries = [] }: Result): string {
  const [entry] = entries;
  if (entry) return entry.operation;
  const operation = 'operation' in job && job.operation;
  return operation && operationById(operation) ? operation : job.kind;
}
