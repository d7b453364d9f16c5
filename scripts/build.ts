import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { tableVersion } from '../src/aws/sdk/table-version.ts';
import { pictureFiles } from '../src/picture/draw-picture.ts';
import type { Watching } from '../src/policy/policy.ts';
import { commandDefinitionsOnly } from './bundles/command-definitions-only.ts';
import { readVersion } from './bundles/read-version.ts';
import { slimAws4, slimBolt, slimFiles, slimSchema, slimSdk, slimWebApi } from './bundles/slim-packages.ts';
import { runCommand } from './command-line/command-line.ts';
import { type ConfigurationSources, readConfiguration } from './configuration/read-configuration.ts';

const root = path.join(import.meta.dirname, '..');

export const bundles = ['receiver', 'worker', 'sweeper', 'mcp', 'gateway', 'archiver'] as const;

export const forLambda = {
  bundle: true,
  minify: true,
  // By default, esbuild writes each character beyond ASCII as an escape of six bytes.
  charset: 'utf8',
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  legalComments: 'none',
  logLevel: 'error',
  // The location of the bundle, in a CommonJS module.
  define: { 'import.meta.dirname': '__dirname' },
} as const satisfies esbuild.BuildOptions;

/** Leaves files beside the worker that few jobs load: what draws pictures, and the names of emoji. */
const besideWorker: esbuild.Plugin = {
  name: 'beside-worker',
  setup({ onResolve }) {
    onResolve({ filter: /\/draw-picture\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './draw-picture.js', external: true },
    );
    onResolve({ filter: /^emojibase-data\// }, () => ({ path: './emoji.json', external: true }));
  },
};

/** Options that make bundles with the SDKs small and quick to load. */
const withSdk = {
  // ES modules of the SDKs can be tree-shaken.
  mainFields: ['module', 'main'],
  // With an ES module import, Node's http would load undici for its exports; `require` does not.
  supported: { 'dynamic-import': false },
  plugins: [slimFiles, slimSdk, slimWebApi, slimSchema, besideWorker],
} as const satisfies esbuild.BuildOptions;

const optionsFor: Readonly<Record<(typeof bundles)[number], esbuild.BuildOptions>> = {
  receiver: { plugins: [slimFiles, slimBolt, slimAws4, commandDefinitionsOnly] },
  worker: withSdk,
  sweeper: withSdk,
  // It describes operations to agents, and runs none.
  mcp: { ...withSdk, plugins: [slimSchema, slimAws4, commandDefinitionsOnly] },
  archiver: { plugins: [slimAws4] },
  gateway: { entryPoints: [path.join(root, 'gateway/lambda.ts')] },
};

export const optionsOf = (name: (typeof bundles)[number]): esbuild.BuildOptions => ({
  entryPoints: [path.join(root, `src/${name}.ts`)],
  outfile: path.join(root, `dist/${name}.js`),
  ...forLambda,
  ...optionsFor[name],
});

export const pictureOptions: esbuild.BuildOptions = {
  entryPoints: [path.join(root, 'src/picture/draw-picture.ts')],
  outfile: path.join(root, 'dist/draw-picture.js'),
  ...forLambda,
  mainFields: ['module', 'main'],
};

/** The packages whose files it reads: an SVG renderer and a font. */
export const picturePackages = ['node_modules/@resvg/resvg-wasm', 'node_modules/@fontsource/lato'] as const;

export const emojiPackage = 'node_modules/emojibase-data';

export async function copyPictureFiles(dist: string): Promise<void> {
  const { renderer, fonts } = pictureFiles;
  await copyFile(path.join(root, picturePackages[0], 'index_bg.wasm'), path.join(dist, renderer));
  for (const font of fonts) {
    const weight = /\d+/.exec(font)?.[0];
    await copyFile(
      path.join(root, picturePackages[1], `files/lato-latin-${weight}-normal.woff2`),
      path.join(dist, font),
    );
  }
}

/** Inputs and output of a build, for tests that need another policy. */
export interface BuildOptions extends Partial<ConfigurationSources> {
  readonly dist?: string;
}

/**
 * Writes dist/receiver.js, dist/worker.js, dist/sweeper.js, dist/mcp.js, dist/gateway.js and dist/archiver.js: CommonJS and self-contained.
 * Writes beside them what they read as they load: policy.json, runbooks.json and ca.pem; what few jobs of the worker load; and
 * package.json with the versions of the build and of its records. Other files in the folder remain, since a running `npm run dev` serves its page from there.
 * @throws FileProblems if policy.json, a runbook or ca.pem cannot be used
 */
export async function build({
  dist = path.join(root, 'dist'),
  ...sources
}: BuildOptions = {}): Promise<void> {
  const version = await readVersion(root);
  const configuration = await readConfiguration({
    policyFile: path.join(root, 'policy.json'),
    runbookFolder: path.join(root, 'runbooks'),
    certificateFile: path.join(root, 'ca.pem'),
    ...sources,
  });
  await mkdir(dist, { recursive: true });
  const packageJson = { type: 'commonjs', version, tableVersion: String(tableVersion) };
  await writeFile(path.join(dist, 'package.json'), `${JSON.stringify(packageJson)}\n`);
  for (const [name, text] of Object.entries(configuration)) await writeFile(path.join(dist, name), text);
  await Promise.all(
    bundles.map((name) =>
      esbuild.build({
        ...optionsOf(name),
        outfile: path.join(dist, `${name}.js`),
        define: { ...forLambda.define, builtVersion: JSON.stringify(version) },
      }),
    ),
  );
  await esbuild.build({ ...pictureOptions, outfile: path.join(dist, 'draw-picture.js') });
  await copyPictureFiles(dist);
  await copyFile(path.join(root, emojiPackage, 'en/shortcodes/iamcal.json'), path.join(dist, 'emoji.json'));
}

/** Watches the emulator's account, so that its changes can be seen without editing policy.json. */
export const watchOfEmulator: Watching = {
  accounts: ['ACME'],
  everyMinutes: 15,
  digest: { at: '09:00', timeZone: 'UTC' },
};

/** Builds the functions with the stricter policy of the inspector. Resolves to their folder. */
export async function buildStrict(): Promise<string> {
  const folder = path.join(root, 'dist/strict');
  await build({ policyFile: path.join(root, 'local/strict-policy.json'), dist: folder });
  return folder;
}

if (import.meta.main) {
  const summary = 'Bundles the six functions into dist/, with policy.json, runbooks and ca.pem.';
  await runCommand({ name: 'build', summary, options: {} }, async () => {
    await build();
    process.stdout.write(`Wrote ${bundles.map((name) => `dist/${name}.js`).join(', ')}.\n`);
  });
}
