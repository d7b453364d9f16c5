import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../scripts/build.ts';
import { buildPage } from '../scripts/page.ts';

/** Each project of Vitest loads this file for itself, one after the other in one process. */
const builtBy = 'BUNDLES_BUILT_BY';

/**
 * The tests drive the bundles that would be deployed and the page that is served, so those are built first, once a run. What is packaged
 * of them is shared in a folder, which is removed at its end.
 */
export default async (): Promise<undefined | (() => Promise<void>)> => {
  if (process.env[builtBy] === String(process.pid)) return undefined;
  await build();
  await buildPage();
  process.env[builtBy] = String(process.pid);
  const packages = await mkdtemp(path.join(tmpdir(), 'skydesk-packages-'));
  process.env.PACKAGES = packages;
  return () => rm(packages, { recursive: true });
};
