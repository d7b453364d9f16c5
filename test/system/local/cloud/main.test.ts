import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { users } from '../../../../local/cloud/index.ts';

const main = path.join(import.meta.dirname, '../../../../scripts/emulator.ts');

test.each(['SIGINT', 'SIGTERM'] as const)(
  'alone, it prints its address and every user, answers, and stops on %s',
  async (signal) => {
    const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exit = once(child, 'exit');
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (lines.length === 2 + users.length) break;
    }
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '') ?? [];
    expect((await fetch(`${url}/_control`)).status).toBe(200);
    for (const { userName, password } of users) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${userName} +${password} `)));
    }
    child.kill(signal);
    expect(await exit).toEqual([0, null]);
  },
);
