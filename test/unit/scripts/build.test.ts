import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withPolicy } from '../../../scripts/build.ts';
import { FileProblems } from '../../../scripts/bundles/file-problems.ts';
import { defaults } from '../../../src/policy/policy.ts';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
});
afterEach(() => rm(place, { recursive: true }));

async function policyFile(text: string): Promise<string> {
  const file = path.join(place, 'policy.json');
  await writeFile(file, text);
  return file;
}

test('the bundles contain the whole policy', async () => {
  const { bundledPolicyJson } = await withPolicy(
    await policyFile('{ "risk": { "points": { "largeRange": 9 } } }'),
  );
  const { risk } = defaults;
  expect(JSON.parse(JSON.parse(bundledPolicyJson))).toEqual({
    ...defaults,
    risk: { ...risk, points: { ...risk.points, largeRange: 9 } },
  });
});

test('accounts that the builder names are watched, unless the policy names others', async () => {
  const watched = async (text: string) => {
    const { bundledPolicyJson } = await withPolicy(await policyFile(text), {
      accounts: ['ACME'],
      everyMinutes: 15,
    });
    return JSON.parse(JSON.parse(bundledPolicyJson)).watch.accounts;
  };
  expect(await watched('{}')).toEqual(['ACME']);
  expect(await watched('{ "watch": { "accounts": ["acdv"] } }')).toEqual(['ACDV']);
});

test('a policy with a mistake fails the build', async () => {
  await expect(withPolicy(await policyFile('{ "risk": 7 }'))).rejects.toThrow(FileProblems);
});
