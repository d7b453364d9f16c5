import { type Batch, type BatchResponse, eachRecord } from '../aws/lambda/sqs-batch.ts';
import { correlated } from '../core/correlation.ts';
import { processJob } from '../jobs/process-job.ts';
import { cameFrom, job } from '../requests/job.ts';
import type { openPorts } from './worker-dependencies.ts';

/** Lambda handler for a batch of SQS messages. Its response lists the messages that have to be redelivered. */
export const jobsHandler =
  (ports: ReturnType<typeof openPorts>) =>
  (
    batch: Batch,
    { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
  ): Promise<BatchResponse> =>
    eachRecord(
      batch,
      ports.log,
      (body, delivery) => {
        const parsed = job.parse(JSON.parse(body));
        const from = cameFrom(parsed);
        return correlated({ correlation_id: parsed.id, ...(from && { came_from: from }) }, () =>
          processJob(parsed, getRemainingTimeInMillis() + 2000, ports, delivery),
        );
      },
      ports.queue.retryLater,
    );
