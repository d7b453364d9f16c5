import './interpreted.ts';
import { sweep } from '../flow/approval/sweep.ts';
import { openPorts } from './ports.ts';

const ports = openPorts('sweeper');

/** Runs on a schedule, and looks after all requests for approval that wait. */
export const handler = (): Promise<void> => sweep(ports);
