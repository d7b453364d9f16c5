import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { optionalTime, required } from '../aws/lambda/environment.ts';
import { jsonLog } from '../aws/lambda/json-log.ts';
import { clientConfig } from '../aws/sdk/client-config.ts';
import { type ReadOnlyTable, tableIn } from '../aws/sdk/dynamodb.ts';
import { logSlowCalls } from '../aws/sdk/log-slow-calls.ts';
import { readChangesIn } from '../aws/sdk/read-changes.ts';
import { readWatchesIn } from '../aws/sdk/read-watches.ts';
import { queueIn } from '../aws/sdk/sqs.ts';
import { tableVersionIn } from '../aws/sdk/table-version.ts';
import type { SweepDependencies } from '../lifecycle/reconcile/sweep.ts';
import { policy } from '../policy/deployed-policy.ts';
import type { QueuedJob } from '../queue/job.ts';
import type { SendWatchesDependencies } from '../watch/send-watches.ts';

/** Creates the sweeper's dependencies, once per process. It needs no secret. Throws if an environment variable is missing. */
export function sweeperDependencies(): SweepDependencies & SendWatchesDependencies {
  const clock = Date.now;
  const log = jsonLog('sweeper');
  const dynamodb = logSlowCalls(new DynamoDBClient(clientConfig()), log, clock);
  const table: ReadOnlyTable = tableIn(dynamodb, required('TABLE_NAME'));
  return {
    clock,
    log,
    queue: queueIn<QueuedJob>(new SQSClient(clientConfig()), required('QUEUE_URL')),
    changes: readChangesIn(table),
    watches: readWatchesIn(table),
    policy,
    restoredAt: optionalTime('RESTORED_AT'),
    ...tableVersionIn(table, clock),
  };
}
