import type { RequestListener } from 'node:http';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { buildApp } from 'fauxqs';
import { listenOnLoopback } from '../loopback/listen.ts';
import type { FaultBoard } from './aws-faults.ts';
import { delayMessages } from './delayed-messages.ts';
import { localClientConfig } from './local-client-config.ts';

const sendMessage = 'AmazonSQS.SendMessage';

/** Starts SQS and creates the queues `NAME`, `NAME-dead` for dead letters and `NAME-agents` for agents' calls. */
export async function startQueue(options: {
  readonly name: string;
  readonly region: string;
  readonly visibilitySeconds: number;
  readonly maxReceiveCount: number;
  readonly clock: () => number;
  readonly holdBack: boolean;
  readonly faults: FaultBoard;
}) {
  const app = buildApp({ logger: false, defaultRegion: options.region });
  await app.ready();
  const delayed = delayMessages((payload) => {
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': sendMessage };
    return app.inject({ method: 'POST', url: '/', headers, payload });
  }, options);
  const listener: RequestListener = (request, response) =>
    request.headers['x-amz-target'] === sendMessage
      ? delayed.listener(request, response)
      : app.routing(request, response);
  const { url, close } = await listenOnLoopback(options.faults.guard('SQS', listener));
  const client = new SQSClient(localClientConfig(url, options.region));
  const [dead, agents] = [`${options.name}-dead`, `${options.name}-agents`];
  // The queue's own URL contains a host that can't be resolved, so its address is built here.
  const address = (name: string) => `${url}/000000000000/${name}`;
  const create = async (QueueName: string, Attributes: Record<string, string> = {}): Promise<string> => {
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
    const { Attributes: made } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: address(QueueName), AttributeNames: ['QueueArn'] }),
    );
    return made?.QueueArn ?? '';
  };
  // A call that nobody answered is gone after a minute, as deployed.
  const agentQueueArn = await create(agents, { VisibilityTimeout: '60', MessageRetentionPeriod: '60' });
  await create(options.name, {
    VisibilityTimeout: String(options.visibilitySeconds),
    RedrivePolicy: JSON.stringify({
      deadLetterTargetArn: await create(dead),
      maxReceiveCount: options.maxReceiveCount,
    }),
  });
  client.destroy();
  return {
    url,
    queueUrl: address(options.name),
    deadLetterQueueUrl: address(dead),
    agentQueueUrl: address(agents),
    agentQueueArn,
    delayed,
    async close(): Promise<void> {
      delayed.clear();
      await close();
      await app.close();
    },
  };
}
