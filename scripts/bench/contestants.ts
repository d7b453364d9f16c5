import path from 'node:path';
import * as esbuild from 'esbuild';
import { forLambda, optionsOf, withPolicy } from '../build.ts';

const root = path.join(import.meta.dirname, '../..');

/** Below node_modules' own place, so that what is not bundled finds its packages. */
export const built = path.join(root, 'dist/bench');

/** Where each of ours is, built as it is deployed. */
export const ours = (name: 'receiver' | 'worker'): string => path.join(root, `dist/${name}.js`);

/** Where a contestant is, as `buildContestants` wrote it. */
export const contestant = (name: string): string => path.join(built, `${name}.js`);

const plain = ['bolt', 'bolt-queue', 'plain-worker'];

/** Writes the contestants: each bundled and minified as its users would, and the plain ones with their packages beside them too. */
export async function buildContestants(): Promise<void> {
  const options = (name: string): esbuild.BuildOptions => ({
    entryPoints: [path.join(import.meta.dirname, `contestants/${name}.ts`)],
    ...forLambda,
  });
  const define = await withPolicy();
  await Promise.all([
    esbuild.build({
      ...optionsOf('worker'),
      entryPoints: [path.join(import.meta.dirname, 'contestants/late-worker.ts')],
      outfile: contestant('late-worker'),
      define,
    }),
    ...['bare', 'bare-calls', 'slack-edge', ...plain].map((name) =>
      esbuild.build({ ...options(name), outfile: contestant(name) }),
    ),
    ...plain.map((name) =>
      esbuild.build({ ...options(name), packages: 'external', outfile: contestant(`${name}-unbundled`) }),
    ),
  ]);
}
