import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkedPages } from '../../../../scripts/derived/page-links.ts';
import { type Bundled, bundledPackages, pageOf } from '../../../../scripts/derived/third-party.ts';

const root = path.join(import.meta.dirname, '../../../..');
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const { dependencies, devDependencies } = read('package.json');
const lock: Readonly<Record<string, { version?: string; integrity?: string; dev?: boolean }>> =
  read('package-lock.json').packages;

let packages: readonly Bundled[];
beforeAll(async () => {
  packages = await bundledPackages();
});

test('npm checks each package that it installs, for each system, against a checksum of the lockfile', () => {
  const unchecked = Object.entries(lock).filter(
    ([place, { integrity = '' }]) => place !== '' && !integrity.startsWith('sha512-'),
  );
  expect(unchecked.map(([place]) => place)).toEqual([]);
});

test('the page lists the packages in the bundles', () => {
  const page = linkedPages.find(({ file }) => file === 'docs/third-party.md');
  expect(readFileSync(path.join(root, 'docs/third-party.md'), 'utf8')).toBe(page?.update(pageOf(packages)));
});

describe('packages in the bundles', () => {
  test('have the version and the checksum of the lockfile, and are not for development only', () => {
    const wrong = packages.filter(({ place, version }) => {
      const locked = lock[place];
      return locked?.version !== version || !locked.integrity?.startsWith('sha512-') || locked.dev === true;
    });
    expect(wrong).toEqual([]);
  });

  test('have a license that requires no more than its own text, except for those that draw pictures', () => {
    // These two are next to the worker unchanged, as published, and the page says where their source is.
    const unchanged = ['@fontsource/lato OFL-1.1', '@resvg/resvg-wasm MPL-2.0'];
    const free = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', '(MIT AND Zlib)'];
    expect(
      packages
        .filter(({ license }) => !free.includes(license))
        .map(({ name, license }) => `${name} ${license}`),
    ).toEqual(unchanged);
  });
});

describe('package.json', () => {
  test('names exact versions only', () => {
    const versions = Object.entries<string>({ ...dependencies, ...devDependencies });
    expect(
      versions.filter(([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    ).toEqual([]);
  });

  test('lists the packages in the bundles as dependencies, and no others', () => {
    const bundled = new Set(packages.map(({ name }) => name));
    expect(Object.keys(dependencies).filter((name) => !bundled.has(name))).toEqual([]);
    expect(Object.keys(devDependencies).filter((name) => bundled.has(name))).toEqual([]);
  });

  test('has few of them: another one is a decision', () => {
    expect(Object.keys(dependencies).toSorted()).toEqual([
      '@aws-sdk/client-dynamodb',
      '@aws-sdk/client-secrets-manager',
      '@aws-sdk/client-sqs',
      '@aws-sdk/lib-dynamodb',
      '@aws-sdk/util-dynamodb',
      '@fontsource/lato',
      '@modelcontextprotocol/server',
      '@resvg/resvg-wasm',
      '@slack/bolt',
      '@slack/web-api',
      '@smithy/node-http-handler',
      'aws4',
      'emojibase-data',
      'fastest-levenshtein',
      'ky',
      'zod',
    ]);
  });
});
