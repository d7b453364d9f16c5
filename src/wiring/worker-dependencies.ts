import { required } from '../aws/lambda/environment.ts';
import { idempotencyStoreIn } from '../aws/sdk/idempotency-store.ts';
import { pendingChangesIn } from '../aws/sdk/pending-changes.ts';
import type { JobQueue } from '../aws/sdk/sqs.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { policy } from '../policy/bundled-policy.ts';
import type { Dependencies } from '../requests/dependencies.ts';
import type { Job } from '../requests/job.ts';
import { membersOf } from '../slack/client/members.ts';
import { groupsOf } from '../slack/client/user-groups.ts';
import { viewsOf } from '../slack/client/views.ts';
import { serviceWithLog } from './cloud-with-log.ts';
import { connections } from './connections.ts';
import { probesFor } from './doctor-probes.ts';
import { approvalDependencies } from './sweeper-dependencies.ts';

/** The adapters' functions that only the entry uses, in addition to the worker's dependencies. */
interface Adapters {
  readonly queue: JobQueue<Job>;
  readonly members: ReturnType<typeof membersOf>;
}

/** Creates the worker's dependencies, once per process. `name` is the function's name in the log. */
export function workerDependencies(name: string): Dependencies & Adapters {
  const connected = connections(name);
  const { clock, log, readSecret, table, slack, command } = connected;
  return {
    ...approvalDependencies(connected),
    policy,
    service: serviceWithLog(
      required('SERVICE_BASE_URL'),
      () => readSecret(required('SERVICE_SECRET_ID')),
      log,
    ),
    idempotency: idempotencyStoreIn(table, clock),
    pendingChanges: pendingChangesIn(table, clock),
    ...viewsOf(slack, command, log),
    members: membersOf(slack, clock),
    groups: groupsOf(slack, clock),
    runChecks: () => runChecks(probesFor(process.env, { read: policy }, clock)),
  };
}
