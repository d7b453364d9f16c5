import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { localAws } from '../../../support/local-aws.ts';

const item = { pk: 'a', sk: '1' };
const put = () => new PutCommand({ TableName: 'skydesk', Item: item });
const get = () => new GetCommand({ TableName: 'skydesk', Key: item });

test('a dropped call was not performed, a lost one was', async () => {
  const { aws, sqs } = await localAws();
  const { queueUrl: QueueUrl } = aws;
  const send = () => sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
  const held = async () => {
    const AttributeNames = ['ApproximateNumberOfMessages' as const];
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
    return Attributes?.ApproximateNumberOfMessages;
  };
  aws.faults.next('SQS.SendMessage', { kind: 'drop' });
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await held()).toBe('0');
  aws.faults.next('SQS.SendMessage', { kind: 'lose' });
  await expect(send()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await held()).toBe('1');
});

test('a held call waits until it is released, and is performed then', async () => {
  const { aws, table } = await localAws();
  const fault = aws.faults.next('DynamoDB.PutItem', { kind: 'hold' });
  const putting = table.send(put());
  await fault.reached;
  expect((await table.send(get())).Item).toBeUndefined();
  fault.release();
  await putting;
  expect((await table.send(get())).Item).toEqual(item);
});

test('a held call whose caller has disconnected is never performed', async () => {
  const { aws, table } = await localAws();
  const fault = aws.faults.next('DynamoDB.PutItem', { kind: 'hold' });
  const caller = new AbortController();
  const refused = expect(table.send(put(), { abortSignal: caller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await fault.reached;
  caller.abort();
  await refused;
  await fault.abandoned;
  fault.release();
  expect((await table.send(get())).Item).toBeUndefined();
});
