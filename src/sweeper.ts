import { sweep } from './lifecycle/reconcile/sweep.ts';
import { sweeperDependencies } from './wiring/sweeper-dependencies.ts';

const deps = sweeperDependencies();

/** Lambda handler, run on a schedule: sends the worker a job for each change whose time has come. */
export const handler = (): Promise<void> => sweep(deps);
