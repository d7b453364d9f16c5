import { build } from '../scripts/build.ts';
import { buildPage } from '../scripts/page.ts';

/** Each project of Vitest loads this file for itself, one after the other in one process. */
const builtBy = 'BUNDLES_BUILT_BY';

/** The tests drive the bundles that would be deployed and the page that is served, so those are built first, once a run. */
export default async (): Promise<void> => {
  if (process.env[builtBy] === String(process.pid)) return;
  await build();
  await buildPage();
  process.env[builtBy] = String(process.pid);
};
