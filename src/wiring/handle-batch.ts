import { type Batch, type BatchAnswer, eachRecord } from '../aws/lambda/sqs-batch.ts';
import { correlated } from '../core/correlation.ts';
import { work } from '../jobs/process-job.ts';
import { cameFrom, job } from '../requests/job.ts';
import type { openPorts } from './worker-dependencies.ts';

/** Does the jobs of one batch; those that have to come again are named in the answer. */
export const jobsHandler =
  (ports: ReturnType<typeof openPorts>) =>
  (
    batch: Batch,
    { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
  ): Promise<BatchAnswer> =>
    eachRecord(
      batch,
      ports.log,
      (body, delivery) => {
        const asked = job.parse(JSON.parse(body));
        const came_from = cameFrom(asked);
        return correlated({ correlation_id: asked.id, ...(came_from && { came_from }) }, () =>
          work(asked, getRemainingTimeInMillis() + 2000, ports, delivery),
        );
      },
      ports.queue.comeAgain,
    );
