import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { layerFolder, layerOf } from '../../../../scripts/configuration/configuration-layer.ts';
import {
  type ConfigurationSources,
  readConfiguration,
} from '../../../../scripts/configuration/read-configuration.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { policyIn } from '../../../../src/policy/policy-file.ts';
import { unzip } from '../../../support/zip.ts';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
});
afterEach(() => rm(place, { recursive: true }));

/** The configuration with this policy, and what else lies in the folder. */
async function read(policy: string, more: Partial<ConfigurationSources> = {}) {
  const policyFile = path.join(place, 'policy.json');
  await writeFile(policyFile, policy);
  const others = {
    runbookFolder: path.join(place, 'runbooks'),
    certificateFile: path.join(place, 'ca.pem'),
  };
  return readConfiguration({ policyFile, ...others, ...more });
}

test('it has the whole policy, and without other files neither runbooks nor certificates', async () => {
  const configuration = await read('{ "risk": { "points": { "largeRange": 9 } } }');
  const { risk } = defaults;
  expect(JSON.parse(configuration['policy.json'])).toEqual({
    ...defaults,
    risk: { ...risk, points: { ...risk.points, largeRange: 9 } },
  });
  expect(configuration).toMatchObject({ 'runbooks.json': '[]', 'ca.pem': '' });
});

test('accounts that the builder names are watched, unless the policy names others', async () => {
  const watched = async (text: string) => {
    const configuration = await read(text, { watch: { accounts: ['ACME'], everyMinutes: 15 } });
    return JSON.parse(configuration['policy.json']).watch.accounts;
  };
  expect(await watched('{}')).toEqual(['ACME']);
  expect(await watched('{ "watch": { "accounts": ["acdv"] } }')).toEqual(['ACDV']);
});

test('the runbooks of all files are there, and one with a mistake is named with its line', async () => {
  const folder = path.join(place, 'runbooks');
  await mkdir(folder);
  await writeFile(path.join(folder, 'tidy-up.plan'), '# Tidies up\nalert delete "Disk 80"\n');
  expect(JSON.parse((await read('{}'))['runbooks.json'])).toMatchObject([{ name: 'tidy-up' }]);
  await writeFile(path.join(folder, 'wrong.plan'), '# Wrong\nallert delete "Disk 80"\n');
  await expect(read('{}')).rejects.toThrow(/^runbooks\/wrong\.plan:2: /);
});

test('a policy with a mistake is refused with its line', async () => {
  await expect(read('{ "risk": 7 }')).rejects.toThrow(/^policy\.json:1: risk /);
});

test('the same configuration makes the same layer, in a folder of its version that everybody may read', async () => {
  const configuration = await read('{}');
  const layer = Buffer.from(layerOf(configuration));
  expect(layer.equals(layerOf(await read('{}')))).toBe(true);
  const files = [...unzip(layer)].map(([file, content]) => [file, String(content)]);
  expect(files).toEqual(
    Object.entries(configuration).map(([file, text]) => [`${layerFolder}/${file}`, text]),
  );
  // The upper half of the external attributes of a Unix system: rw-r--r--.
  expect(layer.readUInt32LE(layer.indexOf('PK\x01\x02') + 38) >>> 16).toBe(0o644);
});

test('a policy is used if it has the hash that is expected, or none is', async () => {
  const text = (await read('{}'))['policy.json'];
  expect(policyIn(text, '')).toEqual(defaults);
  const other = '0a'.repeat(32);
  const [, found = ''] =
    /hash of policy\.json is (\w+)$/.exec(String(thrownBy(() => policyIn(text, other)))) ?? [];
  expect(policyIn(text, found)).toEqual(defaults);
  expect(() => policyIn(text.replace('20', '21'), found)).toThrow(`POLICY_SHA256 is ${found}, but`);
  expect(() => policyIn(undefined, '')).toThrow('There is no policy.json');
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
