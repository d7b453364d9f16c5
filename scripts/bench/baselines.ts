import path from 'node:path';
import * as esbuild from 'esbuild';
import { forLambda, optionsOf, withPolicy } from '../build.ts';

const root = path.join(import.meta.dirname, '../..');

/** Located in the project, so that unbundled code finds its packages in node_modules. */
const built = path.join(root, 'dist/bench');

export const ours = (name: 'receiver' | 'worker'): string => path.join(root, `dist/${name}.js`);

export const baseline = (name: string): string => path.join(built, `${name}.js`);

const plain = ['bolt', 'bolt-queue', 'plain-worker'];

/** Builds the baselines: each bundled and minified as its users would, and the plain ones also unbundled. */
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
