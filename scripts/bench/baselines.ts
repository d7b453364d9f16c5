import path from 'node:path';
import * as esbuild from 'esbuild';
import { forLambda, optionsOf, withPolicy } from '../build.ts';

const root = path.join(import.meta.dirname, '../..');

/** Below node_modules' own place, so that what is not bundled finds its packages. */
const built = path.join(root, 'dist/bench');

/** Where each of ours is, built as it is deployed. */
export const ours = (name: 'receiver' | 'worker'): string => path.join(root, `dist/${name}.js`);

/** Where a baseline is, as `buildBaselines` wrote it. */
export const baseline = (name: string): string => path.join(built, `${name}.js`);

const plain = ['bolt', 'bolt-queue', 'plain-worker'];

/** Writes the baselines: each bundled and minified as its users would, and the plain ones unbundled too. */
export async function buildBaselines(): Promise<void> {
  const options = (name: string): esbuild.BuildOptions => ({
    entryPoints: [path.join(import.meta.dirname, `baselines/${name}.ts`)],
    ...forLambda,
  });
  const define = await withPolicy();
  await Promise.all([
    esbuild.build({
      ...optionsOf('worker'),
      entryPoints: [path.join(import.meta.dirname, 'baselines/late-worker.ts')],
      outfile: baseline('late-worker'),
      define,
    }),
    ...['bare', 'bare-calls', 'slack-edge', ...plain].map((name) =>
      esbuild.build({ ...options(name), outfile: baseline(name) }),
    ),
    ...plain.map((name) =>
      esbuild.build({ ...options(name), packages: 'external', outfile: baseline(`${name}-unbundled`) }),
    ),
  ]);
}
