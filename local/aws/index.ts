import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { FaultBoard } from './aws-faults.ts';
import type { Lambda } from './lambda.ts';
import { localClientConfig } from './local-client-config.ts';
import { type Poller, type PollerOptions, startPoller } from './poller.ts';
import { startQueue } from './queue-server.ts';
import { startSecrets } from './secrets-server.ts';
import { startTable } from './table-server.ts';

export {
  type Action,
  serverError,
  throttled,
} from './aws-faults.ts';
export { FunctionError } from './function-error.ts';
export { gateway } from './gateway.ts';
export type { Instance, InstanceOptions } from './instance.ts';
export { serveInvocations } from './invocations.ts';
export {
  bundleOf,
  createLambda,
  environmentOf,
  type FunctionHooks,
  type Invocation,
  type InvocationStart as Begun,
  type Lambda,
  type LambdaOptions,
  type LogLine,
} from './lambda.ts';
export { localClientConfig } from './local-client-config.ts';
export type { PollerOptions } from './poller.ts';
export { type Schedule, schedule } from './schedule.ts';

export interface AwsOptions {
  /** Secrets by name. Values other than strings are stored as JSON. */
  readonly secrets?: Readonly<Record<string, unknown>>;
  /** Seconds that a received message stays hidden from other readers; 30 by default. */
  readonly visibilitySeconds?: number;
  /** Unsuccessful receives after which a message goes to the dead-letter queue; 3 by default. */
  readonly maxReceiveCount?: number;
  /** Clock for delayed messages, in milliseconds since 1970; this machine's by default. */
  readonly clock?: () => number;
  /** Holds delayed messages back until `delayed.deliver`, even if they are due. */
  readonly holdBack?: boolean;
}

export type Aws = Awaited<ReturnType<typeof startAws>>;

const region = 'eu-west-1';
/** Name of the queue and the table. */
const name = 'skydesk';

/** Starts Secrets Manager, SQS and DynamoDB on loopback, with the bot's queues and table. */
export async function startAws(options: AwsOptions = {}) {
  const faults = new FaultBoard();
  const [secrets, queue, table] = await Promise.all([
    startSecrets({ region, faults, seed: options.secrets ?? {} }),
    startQueue({
      name,
      region,
      visibilitySeconds: options.visibilitySeconds ?? 30,
      maxReceiveCount: options.maxReceiveCount ?? 3,
      clock: options.clock ?? Date.now,
      holdBack: options.holdBack ?? false,
      faults,
    }),
    startTable({ name, faults }),
  ]);
  const client = new SQSClient(localClientConfig(queue.url, region));
  const pollers: Poller[] = [];
  return {
    /** The environment variables that make a function use it. */
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ENDPOINT_URL_SQS: queue.url,
      AWS_ENDPOINT_URL_DYNAMODB: table.url,
      QUEUE_URL: queue.queueUrl,
      AGENT_QUEUE_URL: queue.agentQueueUrl,
      AGENT_QUEUE_ARN: queue.agentQueueArn,
      TABLE_NAME: name,
    } as Readonly<Record<string, string>>,
    region,
    queueUrl: queue.queueUrl,
    deadLetterQueueUrl: queue.deadLetterQueueUrl,
    agentQueueUrl: queue.agentQueueUrl,
    tableName: name,
    table,
    secrets,
    faults,
    /** Starts to pass the messages of a queue to a function; by default, those of people's jobs. */
    poll(lambda: Pick<Lambda, 'invoke'>, pollerOptions?: PollerOptions, queueUrl = queue.queueUrl): Poller {
      const poller = startPoller(client, queueUrl, lambda, pollerOptions);
      pollers.push(poller);
      return poller;
    },
    delayed: queue.delayed,
    expire: table.expire,
    /** Empties the queues and the table. */
    async clear(): Promise<void> {
      queue.delayed.clear();
      for (const QueueUrl of [queue.queueUrl, queue.deadLetterQueueUrl, queue.agentQueueUrl])
        await client.send(new PurgeQueueCommand({ QueueUrl }));
      await table.clear();
    },
    /** Stops everything immediately. Close the functions first: pollers wait for their messages in progress. */
    async close(): Promise<void> {
      faults.clear();
      const stopped = pollers.map((poller) => poller.stop());
      await Promise.all([secrets.close(), queue.close(), table.close(), ...stopped]);
      client.destroy();
    },
  };
}
