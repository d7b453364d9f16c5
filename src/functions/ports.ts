import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { approvalsIn } from '../aws/approvals.ts';
import { optional, required } from '../aws/environment.ts';
import { ledgerIn } from '../aws/ledger.ts';
import { pendingsIn } from '../aws/pendings.ts';
import { receiptsIn } from '../aws/receipts.ts';
import { clientConfig } from '../aws/sdk.ts';
import { Secret } from '../aws/secret.ts';
import { secretsIn } from '../aws/secrets-manager.ts';
import { type JobQueue, queueIn } from '../aws/sqs.ts';
import { tableIn } from '../aws/table.ts';
import { undosIn } from '../aws/undos.ts';
import { examine } from '../flow/doctor/examine.ts';
import type { Job } from '../flow/job.ts';
import type { Ports } from '../flow/ports.ts';
import { request } from '../http/request.ts';
import { groupsOf } from '../slack/groups.ts';
import { membersOf } from '../slack/members.ts';
import { messengerTo } from '../slack/messenger.ts';
import { observed } from '../slack/observed.ts';
import { readSlackSecret } from '../slack/secret.ts';
import { viewsOf } from '../slack/views.ts';
import { slackWeb } from '../slack/web.ts';
import { instrumentsFor } from './instruments.ts';
import { jsonLog } from './log.ts';
import { policy } from './policy.ts';
import { watchedService } from './watched-service.ts';

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
