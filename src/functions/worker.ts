import './interpreted.ts';
import { required } from '../aws/environment.ts';
import { comeAgainTo } from '../aws/lean.ts';
import { patient } from '../aws/signed-call.ts';
import { type Batch, type BatchAnswer, eachRecord } from '../aws/sqs-batch.ts';
import { correlated } from '../core/correlation.ts';
import { cameFrom, job } from '../flow/job.ts';
import { work } from '../flow/work.ts';
import { openPorts } from './ports.ts';

const ports = openPorts('worker');
const comeAgain = comeAgainTo(required('QUEUE_URL'), patient);

/** Does the jobs of one batch; those that have to come again are named in the answer. */
export const handler = (
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
    comeAgain,
  );
