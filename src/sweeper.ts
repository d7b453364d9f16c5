import { sweep } from './lifecycle/reconcile/sweep.ts';
import { sendWatches } from './watch/send-watches.ts';
import { sweeperDependencies } from './wiring/sweeper-dependencies.ts';

const deps = sweeperDependencies();

/** Lambda handler, run on a schedule: sends the worker a job for each due change, and for each account to watch. */
export const handler = async (): Promise<void> => {
  await sweep(deps);
  await sendWatches(deps);
};
