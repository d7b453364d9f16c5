import './wiring/zod-config.ts';
import { connections } from './wiring/connections.ts';
import { jobsHandler } from './wiring/handle-batch.ts';
import { workerDependencies } from './wiring/worker-dependencies.ts';

const deps = workerDependencies(connections('worker'));

// Lambda's init phase has more CPU and no user is waiting, so both logins happen here. A failure is ignored: the job that
// needs a login retries it.
for (const start of [deps.members.identify, deps.service.login]) start().catch(() => {});

/** Lambda handler: processes the jobs that SQS delivers. */
export const handler = jobsHandler(deps);
