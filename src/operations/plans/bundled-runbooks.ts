import type { Runbook } from './runbook.ts';

/** The files of the folder `runbooks`, read and checked by the build, which replaces this constant. */
declare const bundledRunbooksJson: string;

/** The runbooks of this deployment; none where nothing was built. */
export const runbooks: readonly Runbook[] =
  typeof bundledRunbooksJson === 'string' ? JSON.parse(bundledRunbooksJson) : [];
