import { operationById } from '../operations/index.ts';
import type { Job } from '../queue/job.ts';
import type { JobOutcome, Result } from '../queue/result.ts';

/** How a job ended, for metrics: its event in the audit log, or else another outcome. */
export function jobOutcome({ kind }: Job, { outcome, entries = [], deliveries }: Result): JobOutcome {
  const known = outcome ?? entries.at(-1)?.event;
  if (known) return known;
  const goesOn = deliveries.some((delivery) => 'followUp' in delivery && delivery.followUp);
  if (goesOn) return kind === 'track' ? 'polled' : 'accepted';
  return 'answered';
}

/** The id of the operation that a job is about; if it is about none, the kind of the job. */
export function aboutOf(job: Job, { entries = [] }: Result): string {
  const [entry] = entries;
  if (entry) return entry.operation;
  const operation = 'operation' in job && job.operation;
  return operation && operationById(operation) ? operation : job.kind;
}
