import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledCli, cliFile } from '../../../../scripts/release/bundle-cli.ts';
import { commandsOfRelease } from '../../../../scripts/release/release-cli.ts';
import { startCloudFormation } from '../../../support/cloudformation.ts';
import { root } from '../../../support/imports.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skydesk-'));
  writeFileSync(path.join(folder, cliFile), await bundledCli(root));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the file alone in a folder, away from the packages of the project. */
const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [cliFile, ...args],
      { cwd: folder, env: { NO_COLOR: '1', ...environment } },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    );
  });

test('the file of a release has the commands that a deployment needs, and says how they are run', async () => {
  for (const name of commandsOfRelease) {
    const { code, out } = await run([name, '--help']);
    expect([name, code]).toEqual([name, 0]);
    expect(out).toContain(`Usage: node skydesk-cli.mjs ${name}`);
    expect(out).not.toContain(`npm run ${name}`);
  }
});

test('a command without a name, or with another one, is refused', async () => {
  const usage = `Usage: node skydesk-cli.mjs ${commandsOfRelease.join('|')} [flags]\nHelp: --help after a command\n`;
  expect(await run([])).toEqual({ code: 2, out: '', err: usage });
  expect(await run(['deploy'])).toEqual({ code: 2, out: '', err: usage });
});

test('the manifest of a stack is made from its outputs, with and without -- before the flags', async () => {
  const stack = { name: 'skydesk-prod', region: 'us-east-1' };
  const outputs = { RequestUrl: 'https://a1b2.example/slack/events', SlackCommand: '/night' };
  const cloudFormation = await startCloudFormation({ ...stack, outputs });
  const aws = {
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  for (const args of [
    ['--stage', 'prod'],
    ['--', '--stage', 'prod'],
  ]) {
    const { code, out } = await run(['manifest', ...args], aws);
    expect(code).toBe(0);
    const [command] = JSON.parse(out).features.slash_commands;
    expect(command).toMatchObject({ command: '/night', url: outputs.RequestUrl });
  }
  await cloudFormation.close();
});
