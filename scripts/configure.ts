import { hash } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';
import packageJson from '../package.json' with { type: 'json' };
import { count } from '../src/answer/answer.ts';
import { CommandError, type CommandLine, runCommand } from './command-line/command-line.ts';
import { layerOf } from './configuration/configuration-layer.ts';
import { readConfiguration } from './configuration/read-configuration.ts';

const commandLine = {
  name: 'configure',
  summary: `Writes a Lambda layer with a policy, runbooks and certificates of your own, for functions that are not built
again. Checks them first, and names each mistake with its line. Prints the commands that publish and deploy it.`,
  options: {
    policy: { type: 'string', value: 'FILE', default: 'policy.json', description: 'default policy.json' },
    runbooks: { type: 'string', value: 'FOLDER', description: 'default runbooks, if it is there' },
    certificates: { type: 'string', value: 'FILE', description: 'default ca.pem, if it is there' },
    to: { type: 'string', value: 'FILE', default: 'layer.zip', description: 'default layer.zip' },
  },
} as const satisfies CommandLine;

/** @throws CommandError if a file or folder that somebody named is not there */
async function mustExist(named: string | undefined): Promise<void> {
  if (named === undefined) return;
  await access(named).catch(() => {
    throw new CommandError(`${named} isn’t there. Nothing was written.`);
  });
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { policy, runbooks, certificates, to } }) => {
    for (const named of [policy, runbooks, certificates]) await mustExist(named);
    const configuration = await readConfiguration({
      policyFile: policy,
      runbookFolder: runbooks ?? 'runbooks',
      certificateFile: certificates ?? 'ca.pem',
    });
    await writeFile(to, layerOf(configuration));
    const { 'policy.json': text, 'runbooks.json': plans, 'ca.pem': pem } = configuration;
    const sha256 = hash('sha256', text);
    const runbookCount = count(JSON.parse(plans).length, 'runbook');
    const certificateCount = count(pem.split('-----BEGIN').length - 1, 'certificate');
    process.stdout.write(`Wrote ${to} for Skydesk ${packageJson.version}: the policy, ${runbookCount}, ${certificateCount}.

Publish it, which prints its ARN:
  aws lambda publish-layer-version --layer-name skydesk-prod-configuration --zip-file fileb://${to} \\
    --description ${sha256} --query LayerVersionArn --output text
Then deploy with these parameters:
  Configuration=ARN PolicySha256=${sha256}
`);
  });
}
