import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { dist } from '../../local/deploy-functions.ts';
import { withPolicy } from '../../scripts/build.ts';

/** The policy in a built bundle. */
const held = /JSON\.parse\((['"`])\{"people":.*?\1\)/g;

/** Copies the built bundles with another policy, which avoids a new build. Resolves to their folder. */
export async function bundlesWith(policy: object): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  const policyFile = path.join(folder, 'policy.json');
  await writeFile(policyFile, JSON.stringify(policy));
  const { bundledPolicyJson } = await withPolicy(policyFile);
  const bundles = path.join(folder, 'bundles');
  await cp(dist, bundles, { recursive: true, filter: (from) => from === dist || path.extname(from) !== '' });
  for (const name of ['worker', 'sweeper']) {
    const file = path.join(bundles, `${name}.js`);
    const text = await readFile(file, 'utf8');
    expect(text.match(held), name).toHaveLength(1);
    await writeFile(
      file,
      text.replace(held, () => `JSON.parse(${bundledPolicyJson})`),
    );
  }
  return bundles;
}

export const removeBundles = (dist: string): Promise<void> =>
  rm(path.dirname(dist), { recursive: true, force: true });
