import './wiring/zod-config.ts';
import { optional } from './aws/lambda/environment.ts';
import type { Batch, BatchResponse } from './aws/lambda/sqs-batch.ts';
import { trust } from './http/trust.ts';
import { agentDependencies } from './wiring/agent-dependencies.ts';
import { checkHealth, type HealthCheck, isHealthCheck } from './wiring/check-health.ts';
import { connections } from './wiring/connections.ts';
import { certificates } from './wiring/deployed-certificates.ts';
import { jobsHandler } from './wiring/handle-batch.ts';
import { isKeepWarm, type KeepWarm } from './wiring/keep-warm.ts';
import { logIn } from './wiring/log-in.ts';
import { workerDependencies } from './wiring/worker-dependencies.ts';

trust(certificates);

const connected = connections('worker');
const deps = workerDependencies(connected);

void logIn(deps);

const processJobs = jobsHandler(deps, agentDependencies(connected, deps), optional('AGENT_QUEUE_ARN', ''));

/** Lambda handler: processes the jobs that SQS delivers, stays logged in, and checks the health of the deployment once a day. */
export const handler = (
  event: Batch | HealthCheck | KeepWarm,
  context: Parameters<typeof processJobs>[1],
): Promise<BatchResponse | undefined> => {
  if (isKeepWarm(event)) return logIn(deps).then(() => undefined);
  return isHealthCheck(event) ? checkHealth(deps).then(() => undefined) : processJobs(event, context);
};
