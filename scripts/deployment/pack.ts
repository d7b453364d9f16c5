import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { osls } from './osls.ts';

/** Placeholder for the address that a deployment has to name. */
const someService = '--param=service=https://service.example';

/** The file of a package that has its template. */
export const templateFile = 'cloudformation-template-update-stack.json';

/**
 * Packages dist/ for deployment: a CloudFormation template, and a zip for each function. Needs neither an account nor a network.
 * `options` are those of `osls package`; `from` is the folder of serverless.yml. osls writes next to that file while it works, so
 * two processes must not package the same folder at once. Resolves to the files, with their sizes in bytes.
 */
export async function pack(
  to: string,
  options: readonly string[] = [],
  from = path.join(import.meta.dirname, '../..'),
) {
  await rm(to, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [osls, 'package', '--package', to, someService, ...options], {
    cwd: from,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
  });
  const files = await readdir(to);
  return Promise.all(
    files.sort().map(async (file) => ({ file, size: (await stat(path.join(to, file))).size })),
  );
}
