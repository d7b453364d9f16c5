import './wiring/zod-config.ts';
import { sweep } from './approvals/sweep.ts';
import { sweepLeases } from './leases/sweep-leases.ts';
import { removeExpiredUndos } from './undo/shown-undos.ts';
import { connections } from './wiring/connections.ts';
import { sweeperDependencies } from './wiring/sweeper-dependencies.ts';

const deps = sweeperDependencies(connections('sweeper'));

/**
 * Lambda handler, run on a schedule: reminds approvers, ends expired approval requests, finishes work that is due, queues the
 * ends of leases, and removes the buttons of expired Undos.
 */
export async function handler(): Promise<void> {
  await removeExpiredUndos(deps);
  await sweepLeases(deps);
  await sweep(deps);
}
