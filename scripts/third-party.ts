import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles, optionsOf } from './build.ts';
import { runCommand } from './command-line.ts';

/*
 * Who else's code is in the bundles, as esbuild counts it: every package of which a byte gets into one of them.
 */

const root = path.join(import.meta.dirname, '..');
const page = path.join(root, 'docs/third-party.md');

/** A package of which something is in a bundle. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** As its own package.json says it, in SPDX's words. */
  readonly licence: string;
  /** Where it lies, from the root of the project. */
  readonly place: string;
  /** The bundles that hold some of it. */
  readonly within: readonly string[];
}

/** All of them, by name and version. Rejects when one of them says nothing about its licence. */
export async function bundledPackages(): Promise<readonly Bundled[]> {
  const found = new Map<string, Set<string>>();
  for (const bundle of bundles) {
    const { metafile } = await esbuild.build({
      ...optionsOf(bundle),
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
  return all.toSorted((one, other) => (title(one) < title(other) ? -1 : 1));
}

const title = ({ name, version }: Bundled): string => `${name} ${version}`;

async function describe(place: string, within: readonly string[]): Promise<Bundled> {
  const text = await readFile(path.join(root, place, 'package.json'), 'utf8');
  const { name, version, license: licence } = JSON.parse(text);
  if (typeof licence !== 'string') throw new Error(`${name} ${version} does not say what its licence is`);
  return { name, version, licence, place, within };
}

/** The page about them. */
export function pageOf(packages: readonly Bundled[]): string {
  const counts = Object.entries(Object.groupBy(packages, ({ licence }) => licence))
    .map(([licence, of]) => `${of?.length} ${licence}`)
    .toSorted()
    .join(', ');
  const rows = packages.map(({ name, version, licence, within }) => {
    const cells = bundles.map((bundle) => (within.includes(bundle) ? '✓' : ''));
    return `| ${name} | ${version} | ${licence} | ${cells.join(' | ')} |`;
  });
  return `# Code of others in the bundles

Made by \`npm run fix\` from what esbuild puts into each bundle; a test keeps it true. Each of these comes from the
package registry in exactly the version and with exactly the SHA-512 that stand in \`package-lock.json\`, which
\`npm ci\` checks. What is needed to build and test, and the playground's page, is in no bundle and not deployed.

${packages.length} packages: ${counts}.

| package | version | licence | ${bundles.join(' | ')} |
|---|---|---|${bundles.map(() => ':-:').join('|')}|
${rows.join('\n')}
`;
}

if (import.meta.main) {
  const help = 'Writes docs/third-party.md. Takes no flags.\n';
  await runCommand({ name: 'fix', help, options: {}, allowPositionals: false }, async () =>
    writeFile(page, pageOf(await bundledPackages())),
  );
}
