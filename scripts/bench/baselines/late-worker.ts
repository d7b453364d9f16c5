import '../../../src/wiring/zod-config.ts';
import { connections } from '../../../src/wiring/connections.ts';
import { jobsHandler } from '../../../src/wiring/handle-batch.ts';
import { workerDependencies } from '../../../src/wiring/worker-dependencies.ts';

/** Skydesk's worker without its work during init: its first job reads the secrets, Slack's identity and the login. */
export const handler = jobsHandler(workerDependencies(connections('worker')));
