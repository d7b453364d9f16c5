import path from 'node:path';
import * as esbuild from 'esbuild';
import { forLambda } from '../build.ts';

const root = path.join(import.meta.dirname, '../..');

export const ours = (name: 'receiver' | 'worker'): string => path.join(root, `dist/${name}.js`);

/** Located in the project, so that unbundled code finds its packages in node_modules. */
export const baseline = (name: string): string => path.join(root, `dist/bench/${name}.js`);

/** Builds the baselines, bundled and minified as their users would, and the plain ones also unbundled. */
export async function buildBaselines(): Promise<void> {
  const write = (name: string, as = name, options: esbuild.BuildOptions = {}) => {
    const entryPoints = [path.join(import.meta.dirname, `baselines/${name}.ts`)];
    return esbuild.build({ entryPoints, ...forLambda, ...options, outfile: baseline(as) });
  };
  await Promise.all([
    ...['bare', 'bare-calls', 'slack-edge', 'bolt', 'bolt-queue', 'plain-worker'].map((name) => write(name)),
    ...['bolt', 'plain-worker'].map((name) => write(name, `${name}-unbundled`, { packages: 'external' })),
  ]);
}
