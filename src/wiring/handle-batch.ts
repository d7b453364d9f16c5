import { type Batch, type BatchResponse, eachRecord } from '../aws/lambda/sqs-batch.ts';
import { correlated } from '../core/correlation.ts';
import { withDeadline } from '../core/deadline.ts';
import { processJob } from '../jobs/process-job.ts';
import { cameFrom, job } from '../queue/job.ts';
import type { workerDependencies } from './worker-dependencies.ts';

/** Lambda handler for a batch of SQS messages. Its response lists the messages to redeliver. */
export const jobsHandler =
  (deps: ReturnType<typeof workerDependencies>) =>
  (
    batch: Batch,
    { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
  ): Promise<BatchResponse> =>
    eachRecord(
      batch,
      deps.log,
      (body, delivery) => {
        const parsed = job.parse(JSON.parse(body));
        const from = cameFrom(parsed);
        const left = getRemainingTimeInMillis();
        return correlated({ correlation_id: parsed.id, ...(from && { came_from: from }) }, () =>
          withDeadline(left, () => processJob(parsed, left + 2000, deps, delivery)),
        );
      },
      deps.queue.retryLater,
    );
