import './wiring/zod-config.ts';
import { sweep } from './approvals/sweep.ts';
import { connections } from './wiring/connections.ts';
import { sweeperDependencies } from './wiring/sweeper-dependencies.ts';

const deps = sweeperDependencies(connections('sweeper'));

/** Lambda handler, run on a schedule: reminds approvers, ends expired approval requests, and finishes work that is due. */
export const handler = (): Promise<void> => sweep(deps);
