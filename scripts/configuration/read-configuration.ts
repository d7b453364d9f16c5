import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { configurationFile } from '../../src/core/configuration-file.ts';
import type { Runbook } from '../../src/operations/plans/runbook.ts';
import type { Policy, Watching } from '../../src/policy/policy.ts';
import { FileProblems } from '../bundles/file-problems.ts';
import { readCertificates } from '../certificates/read-certificates.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { readRunbook } from '../runbooks/read-runbook.ts';

/** Where the configuration of a deployment is. Without the folder there are no runbooks, without the file no certificates. */
export interface ConfigurationSources {
  readonly policyFile: string;
  readonly runbookFolder: string;
  readonly certificateFile: string;
  /** Is watched if the policy watches no account. */
  readonly watch?: Watching;
}

/** The texts of the files that functions read, by name. */
export type Configuration = Readonly<Record<Parameters<typeof configurationFile>[0], string>>;

/**
 * Reads, checks and completes the configuration of a deployment.
 * @throws FileProblems with every mistake of the first kind of file that has one
 */
export async function readConfiguration({
  policyFile,
  runbookFolder,
  certificateFile,
  watch,
}: ConfigurationSources): Promise<Configuration> {
  const policy: Policy = {
    ...(watch && { watch }),
    ...readPolicy(await readFile(policyFile, 'utf8'), path.basename(policyFile)),
  };
  return {
    'policy.json': JSON.stringify(policy),
    'runbooks.json': JSON.stringify(await readRunbooks(runbookFolder)),
    'ca.pem': await readCertificates(certificateFile),
  };
}

/**
 * Returns the runbooks of a folder, by name.
 * @throws FileProblems with every mistake in any of their files
 */
async function readRunbooks(folder: string): Promise<readonly Runbook[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.plan')).sort();
  const problems: string[] = [];
  const runbooks: Runbook[] = [];
  for (const file of files) {
    try {
      runbooks.push(readRunbook(file, await readFile(path.join(folder, file), 'utf8')));
    } catch (error) {
      if (!(error instanceof FileProblems)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new FileProblems(problems);
  return runbooks;
}
