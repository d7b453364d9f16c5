import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from './build.ts';
import { runCommand, UsageError } from './command-line/command-line.ts';
import { deployOptions, namesService, needsService, osls, oslsArguments } from './deployment/osls.ts';

await runCommand(
  {
    name: 'deploy',
    summary: 'Builds the bundles and deploys them to AWS. docs/install.md says what it needs.',
    examples: [['-- --stage prod --param="service=https://api.example.com"', 'the stack skydesk-prod']],
    options: deployOptions,
  },
  async ({ values }) => {
    if (!namesService(values)) throw new UsageError(`${needsService}. Nothing was built or deployed.`);
    const flags = oslsArguments(values);
    await build();
    const { status } = spawnSync(process.execPath, [osls, 'deploy', ...flags], {
      cwd: path.join(import.meta.dirname, '..'),
      stdio: 'inherit',
    });
    return status ?? 1;
  },
);
