import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { CommandError, type Flag, UsageError } from '../command-line/command-line.ts';

export const stackFlags = {
  stage: {
    type: 'string',
    value: 'NAME',
    description: 'stage of the deployment: names come from the outputs of its stack',
  },
  bot: {
    type: 'string',
    value: 'NAME',
    default: 'skydesk',
    description: 'with --stage: first part of every name; default skydesk',
  },
  region: {
    type: 'string',
    value: 'REGION',
    description: 'with --stage: default AWS_REGION, else us-east-1',
  },
} as const satisfies Readonly<Record<string, Flag>>;

export interface StackFlags {
  readonly bot: string;
  readonly stage: string;
  readonly region?: string | undefined;
}

/** Returns the name of the stack, the prefix of its resources' names. */
export const stackName = ({ bot, stage }: Pick<StackFlags, 'bot' | 'stage'>): string => `${bot}-${stage}`;

/** Returns the region of a deployment, as in serverless.yml. */
export const regionOf = ({ region }: Pick<StackFlags, 'region'>): string =>
  region ?? (process.env.AWS_REGION || 'us-east-1');

/**
 * Reads the outputs of the stack that the flags name, from CloudFormation. `output` throws a CommandError if the stack lacks one.
 * @throws CommandError if there is no such stack, or AWS can't be reached
 */
export async function outputsOf(flags: StackFlags) {
  const [name, region] = [stackName(flags), regionOf(flags)];
  const client = new CloudFormationClient({ region });
  const { Stacks: [stack] = [] } = await client
    .send(new DescribeStacksCommand({ StackName: name }))
    .catch((error: Error) => {
      throw new CommandError(
        error instanceof CloudFormationServiceException && error.message.includes('does not exist')
          ? `There is no stack ${name} in ${region}. Check --stage, --bot and --region.`
          : `The outputs of the stack ${name} can't be read: ${error.message}\nCheck the login: aws sts get-caller-identity`,
      );
    })
    .finally(() => client.destroy());
  const find = (key: string) => stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
  return {
    region,
    find,
    output(key: string): string {
      const value = find(key);
      if (!value) throw new CommandError(`The stack ${name} has no output ${key}. Deploy it once more.`);
      return value;
    },
  };
}

type Outputs = Awaited<ReturnType<typeof outputsOf>>;

/**
 * Sets the environment variables of the stack, if the flags name a stage. Resolves to one of the variables.
 * @throws UsageError if it is not set
 */
export async function variableFor(
  { stage, ...flags }: Omit<StackFlags, 'stage'> & { readonly stage?: string | undefined },
  name: string,
): Promise<string> {
  if (stage !== undefined) Object.assign(process.env, environmentIn(await outputsOf({ ...flags, stage })));
  const value = process.env[name];
  if (!value) throw new UsageError(`--stage is missing: the stage of the deployment. Or set ${name}.`);
  return value;
}

/** Returns the environment variables of the bundles and the scripts, from the outputs of a stack. */
export function environmentIn({ region, output, find }: Outputs): Readonly<Record<string, string>> {
  return {
    AWS_REGION: region,
    SERVICE_BASE_URL: output('ServiceUrl'),
    SERVICE_SECRET_ID: output('ServiceSecretName'),
    SLACK_SIGNING_SECRET_ID: output('SlackSigningSecretName'),
    SLACK_TOKEN_SECRET_ID: output('SlackTokenSecretName'),
    SLACK_COMMAND: output('SlackCommand'),
    QUEUE_URL: output('QueueUrl'),
    DEAD_LETTERS_URL: output('DeadLettersUrl'),
    TABLE_NAME: output('TableName'),
    MCP_URL: find('McpUrl') ?? '',
    ARCHIVE_BUCKET: find('ArchiveBucket') ?? '',
  };
}
