import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildHere } from './build.ts';
import { runCommand } from './command-line.ts';
import { osls, oslsArguments, oslsHelp, oslsOptions } from './osls.ts';

const help = `Builds the bundles and deploys them. docs/install.md says what it needs.

  npm run deploy -- --stage prod --param="service=https://ADDRESS-OF-THE-SERVICE"

${oslsHelp}`;

await runCommand(
  { name: 'deploy', help, options: oslsOptions, allowPositionals: false },
  async ({ values }) => {
    await buildHere();
    const { status } = spawnSync(process.execPath, [osls, 'deploy', ...oslsArguments(values)], {
      cwd: path.join(import.meta.dirname, '..'),
      stdio: 'inherit',
    });
    return status ?? 1;
  },
);
