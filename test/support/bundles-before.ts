import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

/** The bundles of the commit before this one. */
export interface BundlesBefore {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Builds the commit before this one, with its own packages. Resolves to undefined where there is none: in the first commit, in a checkout without
 * its history, and outside of one.
 */
export async function bundlesBefore(): Promise<BundlesBefore | undefined> {
  const git = (...args: readonly string[]) => run('git', [...args], { cwd: root });
  const commit = await git('rev-parse', '--verify', '--quiet', 'HEAD^').catch(() => undefined);
  if (!commit) return undefined;
  const checkout = await realpath(await mkdtemp(path.join(tmpdir(), 'skydesk-before-')));
  const archive = path.join(checkout, 'before.tar');
  await git('archive', '--output', archive, commit.stdout.trim());
  await run('tar', ['-xf', archive], { cwd: checkout });
  const hasSamePackages = await git('diff', '--quiet', 'HEAD^', '--', 'package-lock.json').then(
    () => true,
    () => false,
  );
  if (hasSamePackages) await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  else await run('npm', ['ci', '--ignore-scripts'], { cwd: checkout });
  await run(process.execPath, ['scripts/build.ts'], { cwd: checkout });
  return {
    folder: path.join(checkout, 'dist'),
    remove: () => rm(checkout, { recursive: true }),
  };
}
