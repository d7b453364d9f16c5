import { optional, required } from '../aws/environment.ts';
import { pendingsIn } from '../aws/pendings.ts';
import { receiptsIn } from '../aws/receipts.ts';
import { documentClient, queueAt, secretReader } from '../aws/sdk.ts';
import { Secret } from '../aws/secret.ts';
import { type Batch, type BatchAnswer, eachRecord } from '../aws/sqs-batch.ts';
import { job } from '../flow/job.ts';
import type { Ports } from '../flow/ports.ts';
import { work } from '../flow/work.ts';
import { connect } from '../service/index.ts';
import { membersOf } from '../slack/members.ts';
import { messengerTo } from '../slack/messenger.ts';
import { readSlackSecret } from '../slack/secret.ts';
import { slackWeb } from '../slack/web.ts';
import { jsonLog } from './log.ts';
import { readServiceSecret } from './service-secret.ts';

const clock = Date.now;
const log = jsonLog('worker');
const read = secretReader();
const table = documentClient();
const tableName = required('TABLE_NAME');
const slackSecret = new Secret(() => read(required('SLACK_SECRET_ID')), readSlackSecret, clock);
const slack = slackWeb(slackSecret, optional('SLACK_API_URL', 'https://slack.com/api/'));

const ports: Ports = {
  clock,
  log,
  service: connect({
    baseUrl: required('SERVICE_BASE_URL'),
    credentials: async () => readServiceSecret(await read(required('SERVICE_SECRET_ID'))),
    onCall: ({ method, path, status = 0, ms }) => log('service call', { method, path, status, ms }),
  }),
  queue: queueAt(required('QUEUE_URL')),
  receipts: receiptsIn(table, tableName, clock),
  pendings: pendingsIn(table, tableName, clock),
  messenger: messengerTo(slack, optional('SLACK_COMMAND', '/cloud')),
  members: membersOf(slack, clock),
};

/** Does the jobs of one batch; those that have to come again are named in the answer. */
export const handler = (
  batch: Batch,
  { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
): Promise<BatchAnswer> =>
  eachRecord(batch, log, (body) =>
    work(job.parse(JSON.parse(body)), getRemainingTimeInMillis() + 2000, ports),
  );
