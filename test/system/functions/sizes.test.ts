import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { describe, expect, test } from 'vitest';
import { commandEvent, jobsEvent } from '../../../scripts/bench/events.ts';
import { startWorld } from '../../../scripts/bench/world.ts';
import { optionsOf } from '../../../scripts/build.ts';

const root = path.join(import.meta.dirname, '../../..');
const bundle = (name: string): string => path.join(root, `dist/${name}.js`);
const size = (name: string): number => statSync(bundle(name)).size;

/** The packages that have bytes in a bundle. */
async function packagesIn(options: esbuild.BuildOptions): Promise<readonly string[]> {
  const { metafile } = await esbuild.build({ ...options, write: false, metafile: true });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const found = inputs.flatMap(([file, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []) : [],
  );
  return [...new Set(found)];
}

/** What a fresh process of a function answers to an event, and what of Node it has loaded by then. */
async function afterOne(name: string, event: unknown): Promise<{ answer: unknown; modules: string[] }> {
  const world = await startWorld();
  const context = '{ getRemainingTimeInMillis: () => 60000 }';
  const run = `require(${JSON.stringify(bundle(name))}).handler(JSON.parse(process.env.EVENT), ${context}).then((answer) => {
    process.stderr.write(JSON.stringify({ answer, modules: process.moduleLoadList }), () => process.exit());
  })`;
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', run], {
    env: { ...world.environment, EVENT: JSON.stringify(event) },
  });
  await world.close();
  return JSON.parse(stderr);
}

/** The SDK of AWS, but for its types of values. */
const sdk = /^(@smithy\/.*|@aws-sdk\/(?!util-dynamodb$).*)$/;
const heavy = /^(zod|axios|express|@slack\/(oauth|socket-mode|web-api))$/;

describe('the receiver', () => {
  test('is at most 160 KB, for its load is part of the acknowledgement', () => {
    expect(size('receiver')).toBeLessThanOrEqual(160 * 1024);
  });

  test('holds neither a schema library, nor an HTTP client or server, nor an SDK of AWS', async () => {
    const packages = await packagesIn(optionsOf('receiver'));
    expect(packages).toContain('@slack/bolt');
    expect(packages.filter((name) => heavy.test(name) || sdk.test(name))).toEqual([]);
  });

  test('has acknowledged a command before anything loads undici, Node’s client behind fetch', async () => {
    const { answer, modules } = await afterOne('receiver', commandEvent('alert list'));
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(modules).toContain('NativeModule http');
    expect(modules.filter((name) => /undici|https|zlib/.test(name))).toEqual([]);
  });
});

describe('the worker', () => {
  test('is at most 450 KB', () => {
    expect(size('worker')).toBeLessThanOrEqual(450 * 1024);
  });

  test('has answered a command without undici', async () => {
    const { answer, modules } = await afterOne('worker', jobsEvent(['alert list']));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(modules).toContain('NativeModule http');
    expect(modules.filter((name) => /undici|https/.test(name))).toEqual([]);
  });

  test('holds a schema library and Slack’s client, and no SDK of AWS', async () => {
    const packages = await packagesIn(optionsOf('worker'));
    expect(packages).toEqual(expect.arrayContaining(['zod', '@slack/web-api']));
    expect(packages.filter((name) => sdk.test(name))).toEqual([]);
  });

  test('leaves out the messages of zod in other languages than English', () => {
    expect(readFileSync(bundle('worker'), 'utf8')).not.toContain('Ungültige Eingabe');
  });
});

test('the names above are the right ones: Bolt and the SDK bring them', async () => {
  const plain = path.join(root, 'scripts/bench/contestants/bolt-queue.ts');
  const packages = await packagesIn({
    entryPoints: [plain],
    bundle: true,
    platform: 'node',
    logLevel: 'error',
  });
  expect(packages).toEqual(
    expect.arrayContaining(['express', '@slack/oauth', '@slack/web-api', '@slack/socket-mode']),
  );
  expect(packages.filter((name) => sdk.test(name))).toEqual(expect.arrayContaining(['@aws-sdk/client-sqs']));
});
