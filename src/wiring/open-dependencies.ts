import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { Secret } from '../aws/lambda/cached-secret.ts';
import { optional, required } from '../aws/lambda/environment.ts';
import { jsonLog } from '../aws/lambda/log.ts';
import { approvalsIn } from '../aws/sdk/approval-store.ts';
import { ledgerIn } from '../aws/sdk/audit-log-store.ts';
import { clientConfig } from '../aws/sdk/client-config.ts';
import { tableIn } from '../aws/sdk/dynamodb.ts';
import { receiptsIn } from '../aws/sdk/idempotency-store.ts';
import { pendingsIn } from '../aws/sdk/pending-changes.ts';
import { secretsIn } from '../aws/sdk/secrets-manager.ts';
import { type JobQueue, queueIn } from '../aws/sdk/sqs.ts';
import { undosIn } from '../aws/sdk/undo-store.ts';
import { examine } from '../doctor/run-checks.ts';
import { request } from '../http/request.ts';
import { policy } from '../policy/bundled-policy.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { Job } from '../requests/job.ts';
import { readSlackSecret } from '../slack/api/slack-secret.ts';
import { observed } from '../slack/api/with-slack-log.ts';
import { membersOf } from '../slack/client/members.ts';
import { messengerTo } from '../slack/client/messenger.ts';
import { groupsOf } from '../slack/client/user-groups.ts';
import { viewsOf } from '../slack/client/views.ts';
import { slackWeb } from '../slack/client/web.ts';
import { watchedService } from './cloud-with-log.ts';
import { instrumentsFor } from './doctor-probes.ts';

/** What the worker uses of the adapters besides their ports. */
interface Adapters {
  readonly queue: JobQueue<Job>;
  readonly members: ReturnType<typeof membersOf>;
}

/** The outside world of the worker and the sweeper, built once a process. `name` is for the log. */
export function openPorts(name: string): Ports & Adapters {
  const clock = Date.now;
  const log = jsonLog(name);
  const read = secretsIn(new SecretsManagerClient(clientConfig()));
  const table = tableIn(new DynamoDBClient(clientConfig()), required('TABLE_NAME'));
  const command = optional('SLACK_COMMAND', '/cloud');
  const slackSecret = new Secret(() => read(required('SLACK_SECRET_ID')), readSlackSecret, clock);
  const send = observed(request, (call) => log('slack call', { ...call }), clock);
  const slack = slackWeb(slackSecret, optional('SLACK_API_URL', 'https://slack.com/api/'), send);
  return {
    clock,
    log,
    policy,
    service: watchedService(required('SERVICE_BASE_URL'), () => read(required('SERVICE_SECRET_ID')), log),
    queue: queueIn<Job>(new SQSClient(clientConfig()), required('QUEUE_URL')),
    receipts: receiptsIn(table, clock),
    pendings: pendingsIn(table, clock),
    approvals: approvalsIn(table),
    undos: undosIn(table, clock),
    ledger: ledgerIn(table, ({ account, event, seq, hash }) =>
      log('recorded', { account, entry: event, seq, hash }),
    ),
    messenger: messengerTo(slack, command, send),
    ...viewsOf(slack, command, log),
    members: membersOf(slack, clock),
    groups: groupsOf(slack, clock),
    examine: () => examine(instrumentsFor(process.env, { read: policy }, clock)),
  };
}
