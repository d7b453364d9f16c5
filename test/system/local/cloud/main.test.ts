import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '../../../../local/cloud/index.ts';

const main = path.join(import.meta.dirname, '../../../../scripts/emulator.ts');

/** Starts a process that prints the output of the emulator, and resolves with its lines when it listens. */
async function startEmulator(
  command: string,
  args: readonly string[],
  stdin: 'ignore' | 'pipe',
  environment: Record<string, string> = {},
): Promise<{ child: ChildProcess; lines: string[] }> {
  const child = spawn(command, args, {
    stdio: [stdin, 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  if (!child.stdout) throw new Error('stdout is a pipe');
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === 2 + users.length) break;
  }
  return { child, lines };
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'alone, the emulator prints its address and every user, responds, and stops on %s',
  async (signal) => {
    const { child, lines } = await startEmulator(process.execPath, [main, '--port', '0'], 'ignore');
    const exit = once(child, 'exit');
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '') ?? [];
    expect((await fetch(`${url}/_control`)).status).toBe(200);
    for (const { userName, password } of users) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${userName} +${password} `)));
    }
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
  },
);

test('the emulator stops when its stdin ends', async () => {
  const { child } = await startEmulator(process.execPath, [main, '--port', '0'], 'pipe');
  const exit = once(child, 'exit');
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
});

test('the emulator stops if the shell of npm is killed, which sends no signal to anybody', async () => {
  // A second command keeps the shell from becoming the emulator itself.
  const { child } = await startEmulator(
    'sh',
    ['-c', '"$0" "$@"; true', process.execPath, main, '--port', '0'],
    'ignore',
    { npm_lifecycle_event: 'emulator' },
  );
  child.kill('SIGKILL');
  // The emulator holds the pipe open as long as it runs.
  await once(child, 'close');
});
