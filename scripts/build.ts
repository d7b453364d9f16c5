import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const root = path.join(import.meta.dirname, '..');

/** Packages and receivers that Bolt loads at start and that a Lambda behind our own receiver never calls. */
const unusedPackages = /^(express|@slack\/oauth|@slack\/socket-mode|path-to-regexp|raw-body)$/;
const unusedReceivers =
  /\/(AwsLambdaReceiver|ExpressReceiver|HTTPReceiver|SocketModeReceiver|HTTPModuleFunctions|HTTPResponseAck|SocketModeFunctions|SocketModeResponseAck|custom-routes)$/;

/** Leaves out of the receiver what it never runs, because load time is ack time. */
export const slimBolt: esbuild.Plugin = {
  name: 'slim-bolt',
  setup(build) {
    const empty = { path: path.join(root, 'scripts/slim/empty.cjs') };
    build.onResolve({ filter: unusedPackages }, () => empty);
    build.onResolve({ filter: unusedReceivers }, ({ importer }) =>
      importer.includes('@slack/bolt') ? empty : undefined,
    );
    build.onResolve({ filter: /^@slack\/web-api$/ }, () => ({
      path: path.join(root, 'scripts/slim/web-api.cjs'),
    }));
  },
};

const bundles = [
  { name: 'receiver', plugins: [slimBolt] },
  { name: 'worker', plugins: [] },
  { name: 'sweeper', plugins: [] },
];

/** Writes dist/receiver.js, dist/worker.js and dist/sweeper.js: CommonJS, each self-contained. */
export async function build(): Promise<void> {
  const dist = path.join(root, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist);
  await writeFile(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  await Promise.all(
    bundles.map(({ name, plugins }) =>
      esbuild.build({
        entryPoints: [path.join(root, `src/functions/${name}.ts`)],
        outfile: path.join(dist, `${name}.js`),
        bundle: true,
        minify: true,
        platform: 'node',
        target: 'node24',
        format: 'cjs',
        legalComments: 'none',
        logLevel: 'error',
        plugins,
      }),
    ),
  );
}

if (import.meta.main) await build();
