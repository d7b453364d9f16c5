import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandError } from '../command-line/command-line.ts';
import { sectionOf } from './changelog.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The packages of a release: the file of the template, and the parameters that differ from the defaults. */
const variants = [
  { template: 'template.json', flags: [] },
  { template: 'template-with-agents.json', flags: ['--param=mcp=true'] },
] as const;

/** Packages the last commit in a separate folder. Resolves to the templates and zips by name, without the build time. */
async function packaged(): Promise<Map<string, Buffer>> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'skydesk-release-'));
  try {
    await run('git', ['archive', `--output=${copy}/source.tar`, 'HEAD'], { cwd: root });
    await run('tar', ['-xf', 'source.tar'], { cwd: copy });
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    const files = new Map<string, Buffer>();
    for (const { template, flags } of variants) {
      await run(process.execPath, ['scripts/package.ts', '--stage=prod', ...flags], { cwd: copy });
      const made = path.join(copy, 'dist/package');
      for (const file of (await readdir(made)).filter((name) => name.endsWith('.zip')))
        files.set(file, await readFile(path.join(made, file)));
      const text = await readFile(path.join(made, 'cloudformation-template-update-stack.json'), 'utf8');
      files.set(template, Buffer.from(withoutBuildTime(text, packageJson.version)));
    }
    return files;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Returns the lines of SHA256SUMS. */
const sumsOf = (files: ReadonlyMap<string, Buffer>): readonly string[] =>
  [...files].map(([name, content]) => `${hash('sha256', content)}  ${name}\n`).sort();

/**
 * Packages the last commit twice, compares both, and writes to dist/release what is published: templates, zips, a list of all
 * packages (SBOM) and checksums.
 * @throws CommandError if both differ, or if the version has no day in the changelog, which a rehearsal doesn't need
 */
export async function release(isRehearsal: boolean): Promise<void> {
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const notes = sectionOf(changelog, packageJson.version, isRehearsal);
  const files = await packaged();
  const different = new Set(sumsOf(files)).symmetricDifference(new Set(sumsOf(await packaged())));
  if (different.size > 0)
    throw new CommandError(
      `Two builds of this commit differ. Nothing was written.\n${[...different].join('').trim()}`,
    );
  const { stdout } = await run('npm', ['sbom', '--sbom-format=cyclonedx', '--omit=dev'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  files.set('sbom.cdx.json', Buffer.from(stdout));
  const sums = sumsOf(files).join('');
  files.set('SHA256SUMS', Buffer.from(sums));
  const to = path.join(root, 'dist/release');
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const [name, content] of files) await writeFile(path.join(to, name), content);
  await writeFile(path.join(root, 'dist/release-notes.md'), notes);
  process.stdout.write(`Two builds of ${packageJson.version} are equal.\n${sums}`);
}

/**
 * The folder of the zips, whose name contains the build time: `serverless/skydesk/prod/1795694422501-2026-11-26T12:00:22.501Z`.
 */
const folder = /serverless\/[\w-]+\/[\w-]+\/\d+-[\d-]+T[\d:.]+Z/g;

/** Replaces the folder of a template's zips with one named after the version, so that two builds of one commit are equal. */
export const withoutBuildTime = (template: string, version: string): string =>
  template.replace(folder, `skydesk/${version}`);
