import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dist } from '../../local/deploy-functions.ts';
import { readPolicy } from '../../scripts/policy/read-policy.ts';

/** Copies the built bundles with another policy, which avoids a new build. Resolves to their folder. */
export async function bundlesWith(policy: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  const bundles = path.join(folder, 'bundles');
  await cp(dist, bundles, { recursive: true, filter: (from) => from === dist || path.extname(from) !== '' });
  const completed = readPolicy(JSON.stringify(policy));
  await writeFile(path.join(bundles, 'policy.json'), JSON.stringify(completed));
  return bundles;
}

export const removeBundles = (dist: string): Promise<void> =>
  rm(path.dirname(dist), { recursive: true, force: true });
