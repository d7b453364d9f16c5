import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  type QueueAttributeName,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

const longPollSeconds = 1;

export class PolledQueue {
  readonly #client: SQSClient;
  readonly #url: string;

  constructor(client: SQSClient, url: string) {
    this.#client = client;
    this.#url = url;
  }

  /** Receives up to `maxMessages`, waiting up to one second for the first. */
  async receive(maxMessages: number): Promise<readonly Message[]> {
    const { Messages = [] } = await this.#client.send(
      new ReceiveMessageCommand({
        QueueUrl: this.#url,
        MaxNumberOfMessages: maxMessages,
        WaitTimeSeconds: longPollSeconds,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    return Messages;
  }

  async remove(messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await this.#client.send(new DeleteMessageBatchCommand({ QueueUrl: this.#url, Entries }));
  }

  /** Makes a message visible again, for immediate redelivery. */
  async makeVisible({ ReceiptHandle }: Message): Promise<void> {
    await this.#client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: this.#url, ReceiptHandle, VisibilityTimeout: 0 }),
    );
  }

  async arn(): Promise<string> {
    return (await this.#attributes('QueueArn')).QueueArn ?? '';
  }

  /** Returns the number of messages that are waiting or in flight. */
  async messagesLeft(): Promise<number> {
    const attributes = await this.#attributes(
      'ApproximateNumberOfMessages',
      'ApproximateNumberOfMessagesNotVisible',
    );
    return (
      Number(attributes.ApproximateNumberOfMessages) +
      Number(attributes.ApproximateNumberOfMessagesNotVisible)
    );
  }

  async #attributes(...AttributeNames: QueueAttributeName[]): Promise<Partial<Record<string, string>>> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.#url, AttributeNames });
    return (await this.#client.send(command)).Attributes ?? {};
  }
}
