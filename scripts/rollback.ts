import { isDeepStrictEqual } from 'node:util';
import {
  CloudFormationClient,
  UpdateStackCommand,
  waitUntilStackUpdateComplete,
} from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { CommandError, type CommandLine, runCommand, UsageError } from './command-line/command-line.ts';
import { readTime } from './command-line/given-values.ts';
import {
  type Deployment,
  deployedNow,
  deploymentIn,
  foldersNextTo,
  templateName,
  timeOf,
} from './deployment/deployments.ts';
import { outputsOf, stackFlags, stackName } from './deployment/stack.ts';

const commandLine = {
  name: 'rollback',
  summary: `Deploys the version before again, without a build: its code, its roles and its parameters, from the bucket of the stack,
which keeps the last five deployments. Needs a login to AWS.`,
  examples: [
    ['-- --stage prod --dry-run', 'says to which version the stack skydesk-prod would be rolled back'],
    ['-- --stage prod', 'rolls it back'],
  ],
  options: {
    to: {
      type: 'string',
      value: 'TIME',
      description: 'time of another deployment, later or earlier; default the one before',
    },
    'dry-run': { type: 'boolean', default: false, description: 'says what it would do, and changes nothing' },
    ...stackFlags,
  },
} as const satisfies CommandLine;

const nothingChanged = 'Nothing was changed.';

/** The clients of AWS, and where the stack is. */
interface Place {
  readonly cloudFormation: CloudFormationClient;
  readonly s3: S3Client;
  readonly stack: string;
  readonly bucket: string;
  readonly region: string;
}

/** Finds what to deploy again: what was packaged at a time, else the last before what is deployed now. */
async function findDeployment({ s3, bucket }: Place, now: Deployment, at?: number): Promise<Deployment> {
  const folders = await foldersNextTo(s3, bucket, now.folder);
  const packaged = (folder: string): number => Date.parse(timeOf(folder));
  const found = folders.findLast((folder) =>
    at === undefined ? packaged(folder) < Date.parse(now.at) : packaged(folder) === at,
  );
  if (found) return deploymentIn(s3, bucket, found);
  throw new CommandError(
    `The bucket of the stack has no deployment ${at === undefined ? `before that of ${now.at}` : 'of that time'}. It has:
${folders.map(timeOf).join('\n')}
${nothingChanged}`,
  );
}

/** @throws CommandError if the deployment would not work with the records that there are */
function refuse(then: Deployment, now: Deployment): void {
  if (then.folder === now.folder)
    throw new CommandError(`The deployment of ${then.at} is deployed. ${nothingChanged}`);
  if (!isDeepStrictEqual(then.table, now.table))
    throw new CommandError(
      `The deployment of ${then.at} uses another table. ${nothingChanged} Check out its version and deploy that, with the parameters of now.`,
    );
  if (then.tableVersion < now.tableVersion)
    throw new CommandError(
      `The records in the table have version ${now.tableVersion}, which ${then.version} doesn’t read. ${nothingChanged} Repair the deployed version, or restore the table to the time before it: docs/operations.md.`,
    );
}

/** Has CloudFormation update the stack, and waits for that. What is not named, the role it assumes and the tags, stays. */
async function update({ cloudFormation, stack, bucket, region }: Place, folder: string): Promise<void> {
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const TemplateURL = `https://${bucket}.s3.${region}.${domain}/${folder}/${templateName}`;
  await cloudFormation
    .send(new UpdateStackCommand({ StackName: stack, TemplateURL, Capabilities: ['CAPABILITY_IAM'] }))
    .catch((error: Error) => {
      throw new CommandError(`CloudFormation refused: ${error.message}\n${nothingChanged}`);
    });
  const wait = { client: cloudFormation, maxWaitTime: 3600, minDelay: 5, maxDelay: 5 };
  await waitUntilStackUpdateComplete(wait, { StackName: stack }).catch(() => {
    throw new CommandError(
      `CloudFormation doesn’t report that the stack was rolled back. If it failed, it restores what was deployed. Its events say why:
aws cloudformation describe-stack-events --stack-name ${stack} --region ${region}`,
    );
  });
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { to, 'dry-run': dryRun, stage, ...flags } }) => {
    if (stage === undefined) throw new UsageError('--stage is missing: the stage of the deployment.');
    const at = to === undefined ? undefined : readTime('--to', to);
    const stack = stackName({ ...flags, stage });
    const { region, find } = await outputsOf({ ...flags, stage });
    const bucket = find('ServerlessDeploymentBucketName');
    if (!bucket)
      throw new CommandError(
        `The stack ${stack} was deployed from the files of a release. ${nothingChanged} Deploy the template of the version before, with the folder of its zips: docs/install.md.`,
      );
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    const cloudFormation = new CloudFormationClient({ region });
    const s3 = new S3Client({ region });
    const place = { cloudFormation, s3, stack, bucket, region };
    const now = await deployedNow(cloudFormation, stack).catch(notRead);
    const then = await findDeployment(place, now, at).catch(notRead);
    refuse(then, now);
    const change = `from ${now.version} of ${now.at} to ${then.version} of ${then.at}`;
    if (dryRun) return say(`${stack} would be rolled back ${change}. ${nothingChanged}`);
    say(`${stack} is being rolled back ${change}.`);
    await update(place, then.folder);
    say(`Done. Check it: npm run doctor -- --stage ${stage}
The other way: npm run rollback -- --stage ${stage} --to ${now.at}`);
  });
}

function notRead(error: Error): never {
  if (error instanceof CommandError) throw error;
  throw new CommandError(`The deployments can't be read: ${error.message}\n${nothingChanged}`);
}
