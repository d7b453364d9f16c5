import './wiring/zod-config.ts';
import { jobsHandler } from './wiring/handle-batch.ts';
import { openPorts } from './wiring/worker-dependencies.ts';

const ports = openPorts('worker');

// Init has two processors, and nobody waits yet: who the bot is to Slack and to the service is asked here, with both
// secrets. A failure does no harm, for the job that needs the answer asks again.
for (const start of [ports.members.identify, ports.service.login]) start().catch(() => {});

/** Does the jobs that SQS delivers. */
export const handler = jobsHandler(ports);
