import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { manifestFor } from '../../../scripts/slack-app/app-manifest.ts';

const root = path.join(import.meta.dirname, '../../..');
const json = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const run = promisify(execFile);

/** Runs a hook as the Slack CLI does: in a shell, with a boundary around what it reads. */
async function answerOf(command: string, flags = '', environment: Record<string, string> = {}) {
  const line = `${command} ${flags} --protocol=message-boundaries --boundary=b0undary`;
  const { stdout } = await run('sh', ['-c', line], {
    cwd: root,
    env: { PATH: '/usr/bin:/bin', ...environment },
  });
  const [before, answer = '', after] = stdout.split('b0undary');
  expect([before, after]).toEqual(['', '\n']);
  return JSON.parse(answer);
}

const { hooks } = json('.slack/hooks.json');
const all = await answerOf(hooks['get-hooks']);

test('get-hooks returns the other hooks, the protocol, and that the app manages its connection', async () => {
  expect(Object.keys(all.hooks)).toEqual(['get-manifest', 'start', 'doctor']);
  expect(all.config).toEqual({
    'protocol-version': ['message-boundaries'],
    'sdk-managed-connection-enabled': true,
  });
  // The CLI asks before it knows the protocol.
  const { stdout } = await run('sh', ['-c', hooks['get-hooks']], { cwd: root });
  expect(JSON.parse(stdout)).toEqual(all);
});

test('get-manifest prints the manifest for Socket Mode, with the command that start will have', async () => {
  const manifest = await answerOf(all.hooks['get-manifest'], `--source=${root}`);
  expect(manifest).toEqual(manifestFor({ url: undefined }));
  // The CLI appends " (local)" to the name; Slack takes 35 characters.
  expect(manifest.display_information.name.length).toBeLessThanOrEqual(27);
  const own = await answerOf(all.hooks['get-manifest'], '', { SLACK_COMMAND: '/cloud-ana' });
  expect(own).toEqual(manifestFor({ url: undefined, command: '/cloud-ana' }));
  const wrong = answerOf(all.hooks['get-manifest'], '', { SLACK_COMMAND: 'cloud' });
  await expect(wrong).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("isn't a valid slash command"),
  });
});

test('doctor names its Node and packages', async () => {
  const { versions } = await answerOf(all.hooks.doctor);
  const { devDependencies } = json('package.json');
  expect(versions).toContainEqual({ name: 'node', current: devDependencies.node });
  expect(versions).toContainEqual({
    name: '@slack/socket-mode',
    current: devDependencies['@slack/socket-mode'],
  });
});

test('start replaces its shell, and says what is missing', async () => {
  expect(all.hooks.start).toMatch(/^exec /);
  const started = run('sh', ['-c', all.hooks.start], { cwd: root, env: { PATH: '/usr/bin:/bin' } });
  await expect(started).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^SLACK_APP_TOKEN is not set\./),
  });
});

test('the CLI is configured to take the manifest from these files', () => {
  expect(json('.slack/config.json')).toEqual({
    project_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    manifest: { source: 'local' },
  });
});
