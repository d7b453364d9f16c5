import type { Runbook } from './runbook.ts';

/** The files of the folder `runbooks`. The build reads and checks them, and replaces this constant. */
declare const bundledRunbooksJson: string;

/** The runbooks of this deployment; empty without a build. */
export const runbooks: readonly Runbook[] =
  typeof bundledRunbooksJson === 'string' ? JSON.parse(bundledRunbooksJson) : [];
