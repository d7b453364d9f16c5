import { type Batch, type BatchAnswer, eachRecord } from '../aws/sqs-batch.ts';
import { job } from '../flow/job.ts';
import { work } from '../flow/work.ts';
import { openPorts } from './ports.ts';

const ports = openPorts('worker');

/** Does the jobs of one batch; those that have to come again are named in the answer. */
export const handler = (
  batch: Batch,
  { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
): Promise<BatchAnswer> =>
  eachRecord(batch, ports.log, (body) =>
    work(job.parse(JSON.parse(body)), getRemainingTimeInMillis() + 2000, ports),
  );
