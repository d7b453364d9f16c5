import { SQSClient } from '@aws-sdk/client-sqs';
import type { SweepDependencies } from '../approvals/approval-dependencies.ts';
import { optionalTime, required } from '../aws/lambda/environment.ts';
import { auditLogIn } from '../aws/sdk/audit-log-store.ts';
import { changesIn } from '../aws/sdk/change-store.ts';
import { clientConfig } from '../aws/sdk/client-config.ts';
import { leasesIn } from '../aws/sdk/lease-store.ts';
import { queueIn } from '../aws/sdk/sqs.ts';
import type { SweepLeasesDependencies } from '../leases/sweep-leases.ts';
import type { Job } from '../queue/job.ts';
import { messengerTo } from '../slack/client/messenger.ts';
import { responseUrlCheck } from '../slack/client/response-url.ts';
import type { Connections } from './connections.ts';

/** Creates the sweeper's dependencies, which the worker needs too, once per process. */
export function sweeperDependencies(connected: Connections) {
  const { clock, log, table, slackUrl, slack, homeTeam, send, command } = connected;
  return {
    clock,
    log,
    queue: queueIn<Job>(new SQSClient(clientConfig()), required('QUEUE_URL')),
    changes: changesIn(table, clock),
    leases: leasesIn(table),
    auditLog: auditLogIn(table, ({ account, event, request, operation, seq, hash }) =>
      log('recorded', { account, entry: event, request, operation, seq, hash }),
    ),
    restoredAt: optionalTime('RESTORED_AT'),
    messenger: messengerTo(slack, command, send, responseUrlCheck(slackUrl, homeTeam)),
  } satisfies SweepDependencies & SweepLeasesDependencies;
}
