import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as esbuild from 'esbuild';
import { describe, expect, test } from 'vitest';
import { commandEvent, jobsEvent } from '../../../scripts/bench/events.ts';
import { startStandIns } from '../../../scripts/bench/stand-ins.ts';
import { optionsOf } from '../../../scripts/build.ts';
import { filesInBundle } from '../../support/files-in-bundle.ts';

const root = path.join(import.meta.dirname, '../../..');
const bundle = (name: string): string => path.join(root, `dist/${name}.js`);
const size = (name: string): number => statSync(bundle(name)).size;

/** The packages with bytes in a bundle. */
async function packagesIn(options: esbuild.BuildOptions): Promise<readonly string[]> {
  const files = await filesInBundle(options);
  const found = files.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(found)];
}

interface FirstEvent {
  readonly answer: unknown;
  /** The loaded modules of Node. */
  readonly modules: readonly string[];
  /** Those of them that were loaded after the bundle. */
  readonly late: readonly string[];
  /** The number of calls of each action of AWS and each path. */
  readonly calls: ReadonlyMap<string, number>;
}

/** The effects of the first event on a fresh process of a function. */
async function afterOne(name: string, event: unknown): Promise<FirstEvent> {
  const standIns = await startStandIns();
  const context = '{ getRemainingTimeInMillis: () => 60000 }';
  const run = `const { handler } = require(${JSON.stringify(bundle(name))});
  const loaded = new Set(process.moduleLoadList);
  handler(JSON.parse(process.env.EVENT), ${context}).then((answer) => {
    const modules = process.moduleLoadList;
    const late = modules.filter((one) => !loaded.has(one));
    process.stderr.write(JSON.stringify({ answer, modules, late }), () => process.exit());
  })`;
  const { stderr } = await promisify(execFile)(process.execPath, ['-e', run], {
    env: { ...standIns.environment, EVENT: JSON.stringify(event) },
  });
  await standIns.close();
  const calls = new Map([...standIns.calls].map(([what, { times }]) => [what, times]));
  return { ...JSON.parse(stderr), calls };
}

/** A request of an agent without a signature or a key. */
const unsigned = { rawPath: '/mcp', requestContext: { http: { method: 'POST' } }, body: '{}' };

/** The SDK of AWS. */
const sdk = /^@(smithy|aws-sdk)\//;
const heavy = /^(zod|ky|axios|express|@slack\/(oauth|socket-mode|web-api))$/;

describe('the receiver', () => {
  test('is at most 157 KB, since its load is part of the acknowledgement', () => {
    expect(size('receiver')).toBeLessThanOrEqual(157 * 1024);
  });

  test('contains neither a schema library, nor an HTTP client or server, nor an SDK of AWS', async () => {
    const packages = await packagesIn(optionsOf('receiver'));
    expect(packages).toContain('@slack/bolt');
    expect(packages.filter((name) => heavy.test(name) || sdk.test(name))).toEqual([]);
  });

  test('contains of an operation only what parses its command', async () => {
    const files = await filesInBundle(optionsOf('receiver'));
    expect(files).toContain('src/operations/alerts/alert-create.ts');
    // A field compares ranges and ports, so that a suggestion that is not narrower is refused at its field.
    const unneeded =
      /^src\/(policy\/(?!traffic\/(ranges|cidr|port-set)\.ts)|cloud\/(http-client|token)|operations\/shared\/(alert-draft|firewall-rules))/;
    expect(files.filter((file) => unneeded.test(file))).toEqual([]);
    expect(await filesInBundle(optionsOf('worker'))).toContain('src/operations/firewall/firewall-rules.ts');
  });

  test('acknowledges a command before anything loads undici, Node’s client behind fetch', async () => {
    const { answer, modules } = await afterOne('receiver', commandEvent('alert list'));
    expect(answer).toMatchObject({ statusCode: 200 });
    expect(modules).toContain('NativeModule http');
    expect(modules.filter((name) => /undici|https|zlib/.test(name))).toEqual([]);
  });
});

describe('the worker', () => {
  test('is at most 915 KB', () => {
    expect(size('worker')).toBeLessThanOrEqual(915 * 1024);
  });

  test('loads heavy modules during init, which has more processor time than a job', async () => {
    const { answer, modules, late } = await afterOne('worker', jobsEvent(['alert list']));
    expect(answer).toEqual({ batchItemFailures: [] });
    const heavyModule = /undici|crypto|http|tls|zlib/;
    expect(modules.filter((name) => heavyModule.test(name))).not.toEqual([]);
    expect(late.filter((name) => heavyModule.test(name))).toEqual([]);
  });

  test('requests the table’s version, both secrets, Slack’s identity and the login before a job', async () => {
    const standIns = await startStandIns();
    const run = `require(${JSON.stringify(bundle('worker'))})`;
    await promisify(execFile)(process.execPath, ['-e', run], { env: standIns.environment });
    await standIns.close();
    const asked = [...standIns.calls].map(([what, { times }]) => `${what} ${times}`);
    expect(asked.toSorted()).toEqual([
      '/api/auth.test 1',
      '/v2/authentication/login 1',
      'GetSecretValue 2',
      'PutItem 1',
      'Query 1',
    ]);
  });

  test('requests each secret, Slack’s identity and the login once, even if the first job waits for them', async () => {
    const { calls } = await afterOne('worker', jobsEvent(Array.from({ length: 10 }, () => 'alert list')));
    expect(calls.get('GetSecretValue')).toBe(2);
    expect(calls.get('/api/auth.test')).toBe(1);
    expect(calls.get('/v2/authentication/login')).toBe(1);
  });

  test('contains the packages that do its work', async () => {
    const packages = await packagesIn(optionsOf('worker'));
    const owned = ['zod', 'ky', '@slack/web-api', '@aws-sdk/client-secrets-manager'];
    expect(packages).toEqual(expect.arrayContaining([...owned, '@aws-sdk/client-dynamodb']));
  });

  test('finds its credentials in the environment, without the SDK’s chain of providers', async () => {
    const packages = await packagesIn(optionsOf('worker'));
    expect(packages.filter((name) => name.includes('credential-provider'))).toEqual([]);
  });

  test('leaves out the messages of zod in other languages than English', () => {
    const code = readFileSync(bundle('worker'), 'utf8');
    expect(code).toContain('Invalid input: expected');
    expect(code).not.toContain('Ungültige Eingabe');
  });

  test('contains of the SDK the error classes that it distinguishes, and the shapes of its calls', () => {
    const code = readFileSync(bundle('worker'), 'utf8');
    expect(code).toContain('com.amazonaws.dynamodb#TransactionCanceledException');
    expect(code).not.toContain('com.amazonaws.dynamodb#BackupInUseException');
    expect(code).not.toContain('AWS.SimpleQueueService.BatchRequestTooLong');
  });
});

describe('the function for agents', () => {
  test('is at most 360 KB, more than half of which is MCP’s SDK', () => {
    expect(size('mcp')).toBeLessThanOrEqual(360 * 1024);
  });

  test('loads heavy modules during init, which has more processor time than a request', async () => {
    const { answer, modules, late } = await afterOne('mcp', unsigned);
    expect(answer).toMatchObject({ statusCode: 401 });
    const heavyModule = /undici|crypto|http|tls|zlib/;
    expect(modules.filter((name) => heavyModule.test(name))).not.toEqual([]);
    expect(late.filter((name) => heavyModule.test(name))).toEqual([]);
  });
});

describe('the gateway', () => {
  test('is at most 64 KB, of which most is its schemas', () => {
    expect(size('gateway')).toBeLessThanOrEqual(64 * 1024);
  });

  test('contains no SDK of AWS, and nothing of Slack', async () => {
    const packages = await packagesIn(optionsOf('gateway'));
    expect(packages).toEqual(['zod']);
  });
});

describe('the archiver', () => {
  test('is at most 15 KB, and contains no SDK of AWS, no schema library and nothing of Slack', async () => {
    expect(size('archiver')).toBeLessThanOrEqual(15 * 1024);
    expect(await packagesIn(optionsOf('archiver'))).toEqual(['aws4']);
  });
});

test('the package names above are right: Bolt and the SDK bring them', async () => {
  const plain = path.join(root, 'scripts/bench/baselines/bolt-queue.ts');
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
