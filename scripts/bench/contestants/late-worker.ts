import '../../../src/functions/interpreted.ts';
import { jobsHandler } from '../../../src/functions/jobs-handler.ts';
import { openPorts } from '../../../src/functions/ports.ts';

/** Our worker without its start during init: its first job asks for the secrets, Slack's identity and the login. */
export const handler = jobsHandler(openPorts('worker'));
