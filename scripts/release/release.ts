import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { CommandError } from '../command-line/command-line.ts';
import { pack, templateFile } from '../deployment/pack.ts';
import { bundledCli, cliFile } from './bundle-cli.ts';
import { sectionOf } from './changelog.ts';
import { parametrized, standIns, templateSchema } from './parametrize.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The templates of a release, and the parameters of serverless.yml that differ from the defaults. */
const editions = [
  { template: 'template.json', flags: [] },
  { template: 'template-with-agents.json', flags: ['--param=mcp=true'] },
] as const;

/** Files of the repository that a deployment without a checkout needs. */
const copied = [
  'policy.json',
  ...['boundary', 'deployment-role', 'deployer'].map((name) => `deploy/iam/${name}.json`),
];

/** Packages the last commit in a separate folder. Resolves to the files of a release by name. */
async function packaged(): Promise<Map<string, Buffer>> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'skydesk-release-'));
  try {
    await run('git', ['archive', `--output=${copy}/source.tar`, 'HEAD'], { cwd: root });
    await run('tar', ['-xf', 'source.tar'], { cwd: copy });
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    await run(process.execPath, ['scripts/build.ts'], { cwd: copy });
    const files = new Map<string, Buffer>();
    for (const { template, flags } of editions) {
      const made = path.join(copy, 'dist/package');
      const names = (await pack(made, [...standIns, ...flags], copy)).map(({ file }) => file);
      for (const file of names.filter((name) => name.endsWith('.zip')))
        files.set(file, await readFile(path.join(made, file)));
      const text = await readFile(path.join(made, templateFile), 'utf8');
      const released = parametrized(templateSchema.parse(JSON.parse(text)), `Skydesk ${packageJson.version}`);
      files.set(template, Buffer.from(JSON.stringify(released)));
    }
    files.set(cliFile, await bundledCli(copy));
    for (const file of copied) files.set(path.basename(file), await readFile(path.join(copy, file)));
    return files;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Returns the lines of SHA256SUMS. */
const sumsOf = (files: ReadonlyMap<string, Buffer>): readonly string[] =>
  [...files].map(([name, content]) => `${hash('sha256', content)}  ${name}\n`).sort();

/**
 * Packages the last commit twice, compares both, and writes to dist/release what is published: templates, zips, the commands for a
 * deployment without a checkout, a list of all packages (SBOM) and checksums.
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
