import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { forLambda, optionsOf } from '../build.ts';

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
  await mkdir(built, { recursive: true });
  for (const file of ['policy.json', 'runbooks.json', 'ca.pem'])
    await copyFile(path.join(root, 'dist', file), path.join(built, file));
  await Promise.all([
    esbuild.build({
      ...optionsOf('worker'),
      entryPoints: [path.join(import.meta.dirname, 'baselines/late-worker.ts')],
      outfile: baseline('late-worker'),
    }),
    ...['bare', 'bare-calls', 'slack-edge', ...plain].map((name) =>
      esbuild.build({ ...options(name), outfile: baseline(name) }),
    ),
    ...plain.map((name) =>
      esbuild.build({ ...options(name), packages: 'external', outfile: baseline(`${name}-unbundled`) }),
    ),
  ]);
}
