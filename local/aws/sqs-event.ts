import type { Message } from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';

/**
 * The event that Lambda makes of received messages, which have no attributes of their own.
 * @param ahead time by which the functions' clock is ahead of the queue's, in milliseconds
 */
export function sqsEvent(messages: readonly Message[], queueArn: string, ahead = 0): SQSEvent {
  const awsRegion = queueArn.split(':')[3] ?? '';
  return { Records: messages.map((message) => record(message, queueArn, awsRegion, ahead)) };
}

function record(message: Message, eventSourceARN: string, awsRegion: string, ahead: number): SQSRecord {
  const { Attributes: attributes = {} } = message;
  const moved = (time: string | undefined): string => (time ? String(Number(time) + ahead) : '');
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: {
      ...attributes,
      ApproximateReceiveCount: attributes.ApproximateReceiveCount ?? '1',
      SentTimestamp: moved(attributes.SentTimestamp),
      SenderId: attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: moved(attributes.ApproximateFirstReceiveTimestamp),
    },
    messageAttributes: {},
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion,
  };
}

/**
 * Returns the messages of a batch that the function reported as failed, interpreted like Lambda (ReportBatchItemFailures): none
 * if nothing is reported; all if the result is invalid or names an unknown message.
 */
export function failedMessages(result: unknown, batch: readonly Message[]): readonly Message[] {
  if (typeof result !== 'object' || result === null || !('batchItemFailures' in result)) return [];
  const failures: unknown = result.batchItemFailures;
  if (failures === null) return [];
  if (!Array.isArray(failures)) return batch;
  const failed = failures.map((failure: unknown) =>
    batch.find((message) => message.MessageId === idOf(failure)),
  );
  return failed.includes(undefined) ? batch : failed.filter((message) => message !== undefined);
}

function idOf(failure: unknown): unknown {
  return typeof failure === 'object' && failure !== null && 'itemIdentifier' in failure
    ? failure.itemIdentifier
    : undefined;
}
