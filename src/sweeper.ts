import './wiring/zod-config.ts';
import { sweep } from './approvals/sweep.ts';
import { connections } from './wiring/connections.ts';
import { approvalPorts } from './wiring/sweeper-dependencies.ts';

const ports = approvalPorts(connections('sweeper'));

/** Runs on a schedule, and looks after all requests for approval that wait. */
export const handler = (): Promise<void> => sweep(ports);
