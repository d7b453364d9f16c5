import { execFile } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The exit code and the output of a script. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a script of the project, such as `scripts/try.ts`, with these variables and no others. */
export const runScript = (
  file: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, file), ...args],
      { env: { NO_COLOR: '1', ...environment } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
