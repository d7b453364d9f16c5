import { SQSClient } from '@aws-sdk/client-sqs';
import { required } from '../aws/lambda/environment.ts';
import { approvalsIn } from '../aws/sdk/approval-store.ts';
import { auditLogIn } from '../aws/sdk/audit-log-store.ts';
import { clientConfig } from '../aws/sdk/client-config.ts';
import { type JobQueue, queueIn } from '../aws/sdk/sqs.ts';
import { undoStoreIn } from '../aws/sdk/undo-store.ts';
import type { ApprovalDependencies } from '../requests/dependencies.ts';
import type { Job } from '../requests/job.ts';
import { messengerTo } from '../slack/client/messenger.ts';
import type { Connections } from './connections.ts';

/** Dependencies for handling approval requests: all that the sweeper has, and part of the worker's. */
export function approvalDependencies({
  clock,
  log,
  table,
  slack,
  send,
  command,
}: Connections): ApprovalDependencies & { readonly queue: JobQueue<Job> } {
  return {
    clock,
    log,
    queue: queueIn<Job>(new SQSClient(clientConfig()), required('QUEUE_URL')),
    approvals: approvalsIn(table),
    undoStore: undoStoreIn(table, clock),
    auditLog: auditLogIn(table, ({ account, event, seq, hash }) =>
      log('recorded', { account, entry: event, seq, hash }),
    ),
    messenger: messengerTo(slack, command, send),
  };
}
