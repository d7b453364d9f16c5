import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { commandsOfRelease } from './release-cli.ts';

/** The file of a release with its commands. */
export const cliFile = 'skydesk-cli.mjs';

/** Names the commands as they are run without a checkout, where code says how they are run with one: `npm run doctor`. */
const asReleased: esbuild.Plugin = {
  name: 'as-released',
  setup({ onLoad }) {
    const named = new RegExp(String.raw`npm run (?=(?:${commandsOfRelease.join('|')})\b|\$\{)`, 'g');
    onLoad({ filter: /\/(?:scripts|src)\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: (await readFile(file, 'utf8')).replaceAll(named, `node ${cliFile} `),
      loader: 'ts',
    }));
  },
};

/** Bundles the commands of a release from a folder of sources. Resolves to the file: an ES module that needs Node alone. */
export async function bundledCli(root: string): Promise<Buffer> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(root, 'scripts/release/release-cli.ts')],
    bundle: true,
    minify: true,
    charset: 'utf8',
    platform: 'node',
    // Files that esbuild can follow: a package's CommonJS may load others by computed names.
    mainFields: ['module', 'main'],
    target: 'node24',
    format: 'esm',
    legalComments: 'none',
    logLevel: 'error',
    plugins: [asReleased],
    // Some packages are CommonJS and load modules of Node by `require`.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    write: false,
  });
  return Buffer.from(outputFiles[0]?.contents ?? '');
}
