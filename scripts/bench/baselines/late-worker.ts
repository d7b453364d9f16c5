import '../../../src/wiring/zod-config.ts';
import { agentDependencies } from '../../../src/wiring/agent-dependencies.ts';
import { connections } from '../../../src/wiring/connections.ts';
import { jobsHandler } from '../../../src/wiring/handle-batch.ts';
import { workerDependencies } from '../../../src/wiring/worker-dependencies.ts';

const connected = connections('worker');
const deps = workerDependencies(connected);

/** Skydesk's worker without its work during init: its first job reads the secrets, Slack's identity and the login. */
export const handler = jobsHandler(deps, agentDependencies(connected, deps), '');
