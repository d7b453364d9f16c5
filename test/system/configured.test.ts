import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { environmentOf, type LambdaOptions } from '../../local/aws/index.ts';
import { dist } from '../../local/deploy-functions.ts';
import { layerFolder } from '../../scripts/configuration/configuration-layer.ts';
import { bundledCli, cliFile } from '../../scripts/release/bundle-cli.ts';
import { root } from '../support/imports.ts';
import { inThisProcess, startTestSkydesk } from '../support/index.ts';
import { unzip } from '../support/zip.ts';

/* The built functions with a layer that the command of a release has made, outside of the repository. */

const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-release-'));
afterAll(() => rm(folder, { recursive: true }));

await writeFile(path.join(folder, cliFile), await bundledCli(root));
await writeFile(path.join(folder, 'policy.json'), '{ "people": { "change": ["U0BEN"] } }');
await mkdir(path.join(folder, 'runbooks'));
await writeFile(path.join(folder, 'runbooks/tidy-up.plan'), '# Tidies up\nalert delete "Disk 80"\n');

/** Runs a command of the release. Resolves to what it prints. */
const released = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, [cliFile, ...args], { cwd: folder })).stdout;

/** Unpacks a layer as Lambda does into /opt. Resolves to the folder in it. */
async function unpacked(zip: string): Promise<string> {
  for (const [file, content] of unzip(await readFile(path.join(folder, zip)))) {
    await mkdir(path.join(folder, path.dirname(file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return path.join(folder, layerFolder);
}

const printed = await released('configure');
const [, sha256 = ''] = / PolicySha256=([0-9a-f]{64})\n/.exec(printed) ?? [];
const ConfigFolder = await unpacked('layer.zip');

// What is released has nothing of a team beside its bundles.
const bundles = path.join(folder, 'bundles');
await cp(dist, bundles, { recursive: true, filter: (from) => from === dist || path.extname(from) !== '' });
for (const file of ['policy.json', 'runbooks.json', 'ca.pem']) await rm(path.join(bundles, file));

const configured = (variables: Readonly<Record<string, string>>) => (options: LambdaOptions) =>
  inThisProcess({
    ...options,
    environment: (instance) => ({ ...environmentOf(options, instance), ...variables }),
  });
const logs: string[] = [];
const bot = await startTestSkydesk({
  alone: true,
  bundles,
  onLog: ({ text }) => logs.push(text),
  createFunction: configured({ CONFIG_FOLDER: ConfigFolder, POLICY_SHA256: sha256 }),
});
afterAll(() => bot.stop());

test('the command says what the layer has, and how it is published and deployed', () => {
  expect(printed).toContain('the policy, 1 runbook, 0 certificates.');
  expect(printed).toContain('aws lambda publish-layer-version');
  expect(printed).toContain(sha256);
});

test('functions follow the policy and the runbooks of the layer', async () => {
  await bot.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  expect(bot.last('ana', 'cloud-ops')).toContain('don’t have permission to make changes');
  expect(bot.changes()).toEqual([]);
  await bot.type('ben', 'run');
  expect(bot.last('ben', 'cloud-ops')).toContain('tidy-up');
});

test('the audit log and the log of the worker name the policy that decided', async () => {
  await bot.type('ben', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await bot.press('ben', 'decide:confirm');
  const lines = logs.flatMap((line) => (line.includes('"recorded"') ? [JSON.parse(line)] : []));
  const started = lines.filter(({ entry }) => entry === 'started');
  expect(started.map(({ policy }) => policy)).toEqual([sha256]);
});
