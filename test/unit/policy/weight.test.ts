import path from 'node:path';
import * as esbuild from 'esbuild';
import { expect, test } from 'vitest';

const room = path.join(import.meta.dirname, '../../../src/policy');

test('what the receiver needs of the policy is small and brings no package with it', async () => {
  const names = ['decide', 'may-decide', 'people', 'place', 'meaning', 'risk', 'policy'];
  const built = await esbuild.build({
    entryPoints: names.map((name) => path.join(room, `${name}.ts`)),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    outdir: 'unwritten',
  });
  expect(Object.keys(built.metafile.inputs).filter((file) => file.includes('node_modules'))).toEqual([]);
  expect(built.outputFiles.find((file) => file.path.endsWith('/decide.js'))?.contents.length).toBeLessThan(
    9000,
  );
});
