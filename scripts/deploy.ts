import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildHere } from './build.ts';
import { runCommand } from './command-line.ts';
import { osls, oslsArguments, oslsOptions } from './osls.ts';

await runCommand(
  {
    name: 'deploy',
    summary: 'Builds the bundles and deploys them to AWS. docs/install.md says what it needs.',
    examples: [['-- --stage prod --param="service=https://api.example.com"', 'the stack skydesk-prod']],
    options: oslsOptions,
  },
  async ({ values }) => {
    await buildHere();
    const { status } = spawnSync(process.execPath, [osls, 'deploy', ...oslsArguments(values)], {
      cwd: path.join(import.meta.dirname, '..'),
      stdio: 'inherit',
    });
    return status ?? 1;
  },
);
