import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });

/**
 * Returns the version of a build of this folder, as in SemVer: `1.0.0+56bed262` with the commit, and `-dirty` after it if files were changed
 * since. Outside of a git checkout, as when a release is packaged, it is `1.0.0`.
 */
export async function readVersion(root: string): Promise<string> {
  const { version } = packageFile.parse(JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')));
  const commit = await commitOf(root);
  return commit ? `${version}+${commit}` : version;
}

/** Resolves to undefined if the folder isn't the top of a checkout, or git isn't there. */
async function commitOf(root: string): Promise<string | undefined> {
  const git = async (...args: readonly string[]) =>
    (await promisify(execFile)('git', [...args], { cwd: root })).stdout.trim();
  try {
    // A copy inside of another checkout is not of its commit.
    if ((await git('rev-parse', '--show-prefix')) !== '') return undefined;
    return await git('describe', '--always', '--dirty', '--abbrev=8', '--exclude=*');
  } catch {
    return undefined;
  }
}
