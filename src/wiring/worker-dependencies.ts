import { SQSClient } from '@aws-sdk/client-sqs';
import { optional, optionalTime, required } from '../aws/lambda/environment.ts';
import { apiKeysIn } from '../aws/sdk/api-key-store.ts';
import { auditLogIn } from '../aws/sdk/audit-log-store.ts';
import { changesIn } from '../aws/sdk/change-store.ts';
import { clientConfig } from '../aws/sdk/client-config.ts';
import { idempotencyStoreIn } from '../aws/sdk/idempotency-store.ts';
import { loggedWriterIn } from '../aws/sdk/logged-writer.ts';
import { openingsIn } from '../aws/sdk/opening-store.ts';
import { raiseTableVersion } from '../aws/sdk/raise-table-version.ts';
import { queueIn } from '../aws/sdk/sqs.ts';
import { tableVersionIn } from '../aws/sdk/table-version.ts';
import { visitorsIn } from '../aws/sdk/visitor-store.ts';
import { watchesIn } from '../aws/sdk/watch-store.ts';
import type { Millis } from '../core/clock.ts';
import { remainingMs } from '../core/deadline.ts';
import { compareState } from '../evaluate/compare-state.ts';
import { runChecks } from '../health/run-checks.ts';
import type { WorkerDependencies } from '../jobs/process-job.ts';
import { explainLine } from '../lifecycle/request/explain-line.ts';
import { policy } from '../policy/deployed-policy.ts';
import { policyHash } from '../policy/policy-file.ts';
import type { QueuedJob } from '../queue/job.ts';
import { channelNamesOf } from '../slack/client/channel-names.ts';
import { groupHandlesOf } from '../slack/client/group-handles.ts';
import { membersOf } from '../slack/client/members.ts';
import { messengerTo } from '../slack/client/messenger.ts';
import { responseUrlCheck } from '../slack/client/response-url.ts';
import { groupsOf } from '../slack/client/user-groups.ts';
import { viewsOf } from '../slack/client/views.ts';
import { serviceWithLog } from './cloud-with-log.ts';
import type { Connections } from './connections.ts';
import { probesFor } from './doctor-probes.ts';
import { drawPictureHere } from './draw-picture-here.ts';

/**
 * Time that a watch leaves of a worker's sixty seconds: it reads for fifteen, so that people's jobs get each worker soon. The call that it has
 * begun takes eight seconds more at most.
 */
const reservedForEnd: Millis = 45_000;

/** Creates the worker's dependencies, once per process. */
export function workerDependencies(connected: Connections) {
  const { clock, timer, log, readSecret, table, slackUrl, slack, homeTeam, outgoing, send, command } =
    connected;
  const members = membersOf(slack, homeTeam, clock);
  const restoredAt = optionalTime('RESTORED_AT');
  const decidedBy = policyHash(policy);
  const logged = loggedWriterIn(table, ({ account, event, request, operation, seq, hash }) =>
    log('recorded', { account, entry: event, request, operation, seq, hash, policy: decidedBy }),
  );
  return {
    clock,
    log,
    queue: queueIn<QueuedJob>(new SQSClient(clientConfig()), required('QUEUE_URL')),
    changes: changesIn(table, clock, logged),
    auditLog: auditLogIn(table, logged),
    restoredAt,
    ...tableVersionIn(table, clock, () => raiseTableVersion(table)),
    messenger: messengerTo(slack, command, send, members.profile, responseUrlCheck(slackUrl, homeTeam)),
    timer,
    noticeAfterMs: Number(optional('SLOW_NOTICE_MS', '2000')),
    policy,
    service: serviceWithLog(
      required('SERVICE_BASE_URL'),
      () => readSecret(required('SERVICE_SECRET_ID')),
      log,
      outgoing,
    ),
    idempotency: idempotencyStoreIn(table, clock),
    apiKeys: apiKeysIn(table, clock, restoredAt),
    mcpUrl: optional('MCP_URL', ''),
    omittedChoices: optional('OMITTED_CHOICES', '').split(' '),
    openings: openingsIn(table),
    visitors: visitorsIn(table),
    watches: watchesIn(table),
    hasTime: () => remainingMs(Number.MAX_SAFE_INTEGER) > reservedForEnd,
    ...viewsOf(slack, command, timer, log, members.profile),
    drawPicture: drawPictureHere,
    members,
    groups: groupsOf(slack, clock),
    names: {
      person: async (id) => (await members.profile(id))?.handle,
      group: groupHandlesOf(slack, clock),
      channel: channelNamesOf(slack, clock),
    },
    explainLine,
    compareState,
    runChecks: () => runChecks(probesFor('worker', process.env, { read: policy }, clock, outgoing)),
  } satisfies WorkerDependencies;
}
