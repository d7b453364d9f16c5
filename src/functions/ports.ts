import { approvalsIn } from '../aws/approvals.ts';
import { optional, required } from '../aws/environment.ts';
import { ledgerIn } from '../aws/ledger.ts';
import { pendingsIn } from '../aws/pendings.ts';
import { receiptsIn } from '../aws/receipts.ts';
import { documentClient, queueAt, secretReader } from '../aws/sdk.ts';
import { Secret } from '../aws/secret.ts';
import { undosIn } from '../aws/undos.ts';
import { examine } from '../flow/doctor/examine.ts';
import type { Ports } from '../flow/ports.ts';
import { groupsOf } from '../slack/groups.ts';
import { membersOf } from '../slack/members.ts';
import { messengerTo } from '../slack/messenger.ts';
import { observedFetch } from '../slack/observed-fetch.ts';
import { readSlackSecret } from '../slack/secret.ts';
import { viewsOf } from '../slack/views.ts';
import { slackWeb } from '../slack/web.ts';
import { instrumentsFor } from './instruments.ts';
import { jsonLog } from './log.ts';
import { policy } from './policy.ts';
import { watchedService } from './watched-service.ts';

/** The outside world of the worker and the sweeper, built once a process. `name` is for the log. */
export function openPorts(name: string): Ports {
  const clock = Date.now;
  const log = jsonLog(name);
  const read = secretReader();
  const table = documentClient();
  const tableName = required('TABLE_NAME');
  const command = optional('SLACK_COMMAND', '/cloud');
  const slackSecret = new Secret(() => read(required('SLACK_SECRET_ID')), readSlackSecret, clock);
  const fetch = observedFetch((call) => log('slack call', { ...call }), clock);
  const slack = slackWeb(slackSecret, optional('SLACK_API_URL', 'https://slack.com/api/'), fetch);
  return {
    clock,
    log,
    policy,
    service: watchedService(required('SERVICE_BASE_URL'), () => read(required('SERVICE_SECRET_ID')), log),
    queue: queueAt(required('QUEUE_URL')),
    receipts: receiptsIn(table, tableName, clock),
    pendings: pendingsIn(table, tableName, clock),
    approvals: approvalsIn(table, tableName),
    undos: undosIn(table, tableName, clock),
    ledger: ledgerIn(table, tableName, ({ account, event, seq, hash }) =>
      log('recorded', { account, entry: event, seq, hash }),
    ),
    messenger: messengerTo(slack, command, fetch),
    ...viewsOf(slack, command, log),
    members: membersOf(slack, clock),
    groups: groupsOf(slack, clock),
    examine: () => examine(instrumentsFor(process.env, { read: policy }, clock)),
  };
}
