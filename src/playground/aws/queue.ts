import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import type { FaultBoard } from './faults.ts';
import { listenOnLoopback } from './loopback.ts';

/** A local SQS with the bot's queue and its dead-letter queue. */
export interface Queue {
  readonly url: string;
  readonly queueUrl: string;
  readonly deadLetterQueueUrl: string;
  close(): Promise<void>;
}

/** Starts SQS and creates the queues `NAME` and `NAME-dead`. */
export async function startQueue(options: {
  readonly name: string;
  readonly region: string;
  /** Seconds that a received message stays hidden from other readers. */
  readonly visibilitySeconds: number;
  /** After so many receives without success a message goes to the dead-letter queue. */
  readonly maxReceiveCount: number;
  readonly faults: FaultBoard;
  readonly port?: number;
}): Promise<Queue> {
  const app = buildApp({ logger: false, defaultRegion: options.region });
  await app.ready();
  const { url, close } = await listenOnLoopback(options.faults.guard('SQS', app.routing), options.port);
  const client = new SQSClient({
    endpoint: url,
    region: options.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const dead = `${options.name}-dead`;
  // The queue names itself by a host that no resolver knows, so its address is put together here.
  const address = (name: string) => `${url}/000000000000/${name}`;
  await client.send(new CreateQueueCommand({ QueueName: dead }));
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: address(dead), AttributeNames: ['QueueArn'] }),
  );
  await client.send(
    new CreateQueueCommand({
      QueueName: options.name,
      Attributes: {
        VisibilityTimeout: String(options.visibilitySeconds),
        RedrivePolicy: JSON.stringify({
          deadLetterTargetArn: Attributes?.QueueArn,
          maxReceiveCount: options.maxReceiveCount,
        }),
      },
    }),
  );
  client.destroy();
  return {
    url,
    queueUrl: address(options.name),
    deadLetterQueueUrl: address(dead),
    async close() {
      await close();
      await app.close();
    },
  };
}
