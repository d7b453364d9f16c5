import path from 'node:path';
import { build } from './build.ts';
import { type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { namesService, needsService, oslsArguments, packageOptions } from './deployment/osls.ts';
import { pack } from './deployment/pack.ts';
import { runZips } from './deployment/zips.ts';
import { release } from './release/release.ts';

const root = path.join(import.meta.dirname, '..');
const commandLine = {
  name: 'package',
  summary: 'Writes what would be deployed to dist/package. Needs neither an account nor a network.',
  options: {
    ...packageOptions,
    run: {
      type: 'boolean',
      default: false,
      description: 'then runs such zips under AWS’s own runtime client, if a compiler can build it',
    },
    release: {
      type: 'boolean',
      default: false,
      description: 'packages the last commit twice, and writes what is published of it to dist/release',
    },
    rehearse: {
      type: 'boolean',
      default: false,
      description: 'with --release: before the version has a day',
    },
  },
} as const satisfies CommandLine;

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { run, release: isRelease, rehearse, ...values } }) => {
    if (rehearse && !isRelease) throw new UsageError('--rehearse needs --release as well.');
    if (isRelease) {
      await release(rehearse);
      return 0;
    }
    const flags = oslsArguments(values);
    await build();
    const to = path.join(root, 'dist/package');
    for (const { file, size } of await pack(to, flags)) {
      process.stdout.write(`${(size / 1024).toFixed(0).padStart(6)} KB  dist/package/${file}\n`);
    }
    if (!namesService(values)) process.stderr.write(`Packaged with a made-up address. ${needsService}\n`);
    return run ? runZips() : 0;
  });
}
