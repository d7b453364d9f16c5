import './wiring/zod-config.ts';
import { sweep } from './approvals/sweep.ts';
import { sweepLeases } from './leases/sweep-leases.ts';
import { connections } from './wiring/connections.ts';
import { sweeperDependencies } from './wiring/sweeper-dependencies.ts';

const deps = sweeperDependencies(connections('sweeper'));

/**
 * Lambda handler, run on a schedule: reminds approvers, ends expired approval requests, finishes work that is due, removes the
 * buttons of expired Undos, and queues the ends of leases.
 */
export async function handler(): Promise<void> {
  await sweepLeases(deps);
  await sweep(deps);
}
