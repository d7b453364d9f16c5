import './wiring/zod-config.ts';
import { sweep } from './approvals/sweep.ts';
import { openPorts } from './wiring/open-dependencies.ts';

const ports = openPorts('sweeper');

/** Runs on a schedule, and looks after all requests for approval that wait. */
export const handler = (): Promise<void> => sweep(ports);
