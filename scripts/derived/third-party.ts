import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles, emojiPackage, optionsOf, pictureOptions, picturePackages } from '../build.ts';

/* The third-party packages in the bundles, as esbuild counts them: every package that contributes at least one byte. */

const root = path.join(import.meta.dirname, '../..');

/** A package with at least one byte in a bundle. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** SPDX expression in its package.json. */
  readonly license: string;
  /** Its folder, relative to the root of the project. */
  readonly place: string;
  readonly within: readonly string[];
}

/** Returns all packages in the bundles, by name and version. Rejects if one of them names no license. */
export async function bundledPackages(): Promise<readonly Bundled[]> {
  const found = new Map<string, Set<string>>();
  for (const place of [...picturePackages, emojiPackage]) found.set(place, new Set(['worker']));
  const built = bundles.map((bundle) => [bundle, optionsOf(bundle)] as const);
  for (const [bundle, options] of [...built, ['worker', pictureOptions] as const]) {
    const { metafile } = await esbuild.build({
      ...options,
      absWorkingDir: root,
      write: false,
      metafile: true,
    });
    for (const { inputs } of Object.values(metafile.outputs)) {
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const place = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
        if (!place || bytesInOutput === 0) continue;
        found.set(place, (found.get(place) ?? new Set()).add(bundle));
      }
    }
  }
  const all = await Promise.all([...found].map(([place, within]) => describe(place, [...within])));
  return all.toSorted((a, b) => (title(a) < title(b) ? -1 : 1));
}

const title = ({ name, version }: Bundled): string => `${name} ${version}`;

async function describe(place: string, within: readonly string[]): Promise<Bundled> {
  const text = await readFile(path.join(root, place, 'package.json'), 'utf8');
  const { name, version, license } = JSON.parse(text);
  if (typeof license !== 'string') throw new Error(`${name} ${version} does not say what its license is`);
  return { name, version, license, place, within };
}

export function pageOf(packages: readonly Bundled[]): string {
  const counts = Object.entries(Object.groupBy(packages, ({ license }) => license))
    .map(([license, of]) => `${of?.length} ${license}`)
    .toSorted()
    .join(', ');
  const rows = packages.map(({ name, version, license, within }) => {
    const cells = bundles.map((bundle) => (within.includes(bundle) ? '✓' : ''));
    return `| ${name} | ${version} | ${license} | ${cells.join(' | ')} |`;
  });
  return `# Third-party licenses

The packages in the five bundles. \`npm run fix\` generates this page from esbuild's metafile, and a test checks it. \`npm ci\`
checks the version and the SHA-512 of each package against \`package-lock.json\`. Packages for the build, the tests and the local
Slack are not deployed. What draws pictures is deployed with the worker, as it was published: the source of \`@resvg/resvg-wasm\` (MPL-2.0)
is at [github.com/yisibl/resvg-js](https://github.com/yisibl/resvg-js), and Lato is under the Open Font License.

${packages.length} packages: ${counts}.

| package | version | license | ${bundles.join(' | ')} |
|---|---|---|${bundles.map(() => ':-:').join('|')}|
${rows.join('\n')}
`;
}
