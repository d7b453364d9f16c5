import { execFile } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildHere } from './build.ts';
import { runCommand } from './command-line.ts';
import { namesService, needsService, osls, oslsArguments, packageOptions } from './osls.ts';

const root = path.join(import.meta.dirname, '..');
/** Stands in for the address that a deployment has to name. */
const someService = '--param=service=https://service.example';

/** One file of the package, and its size in bytes. */
export interface Packed {
  readonly file: string;
  readonly size: number;
}

/**
 * Makes of dist/ what would be deployed: a CloudFormation template, and a zip for each function. Needs neither an
 * account nor a network. `options` are those of `osls package`; `from` is the folder of serverless.yml. osls writes next to
 * that file while it works, so no two may package from one place at once.
 */
export async function pack(
  to: string,
  options: readonly string[] = [],
  from = root,
): Promise<readonly Packed[]> {
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

const summary = 'Writes what would be deployed to dist/package. Needs neither an account nor a network.';

if (import.meta.main) {
  await runCommand({ name: 'package', summary, options: packageOptions }, async ({ values }) => {
    const flags = oslsArguments(values);
    await buildHere();
    const to = path.join(root, 'dist/package');
    for (const { file, size } of await pack(to, flags)) {
      process.stdout.write(`${(size / 1024).toFixed(0).padStart(6)} KB  dist/package/${file}\n`);
    }
    if (!namesService(values)) process.stderr.write(`Packaged with a made-up address. ${needsService}\n`);
  });
}
