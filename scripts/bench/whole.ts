import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type Action, localClientConfig } from '../../local/aws/index.ts';
import { type Skydesk, type SkydeskOptions, startSkydesk } from '../../local/skydesk.ts';
import { field } from './cold.ts';

/* The built bundles with all local parts, over real sockets, and what a person does there. */

/** All DynamoDB actions of Skydesk. */
export const reads: readonly Action[] = ['DynamoDB.GetItem', 'DynamoDB.Query'];
export const writes: readonly Action[] = [
  'DynamoDB.PutItem',
  'DynamoDB.UpdateItem',
  'DynamoDB.TransactWriteItems',
];

export type Whole = Skydesk & { readonly [Part in 'slack' | 'cloud' | 'time']-?: NonNullable<Skydesk[Part]> };

export async function withSkydesk<Result>(
  options: SkydeskOptions,
  measure: (skydesk: Whole) => Promise<Result>,
): Promise<Result> {
  const skydesk = await startSkydesk({ holdBack: true, ...options });
  const { slack, cloud, time } = skydesk;
  try {
    if (!slack || !cloud || !time) throw new Error('Something local is missing');
    return await measure({ ...skydesk, slack, cloud, time });
  } finally {
    await skydesk.close();
  }
}

export const callsOf = ({ aws }: Whole, actions: readonly Action[]): number =>
  actions.reduce((sum, action) => sum + aws.faults.calls(action), 0);

/** Applies realistic latencies to AWS, Slack and the cloud API. */
export function slowDown({ aws, slack, cloud }: Whole): void {
  for (const action of [...reads, ...writes, 'SQS.SendMessage' as const])
    aws.faults.next(action, { kind: 'delay', ms: field.aws }, Number.POSITIVE_INFINITY);
  slack.fault({ method: '*', latency: field.slack });
  cloud.control.latency(field.service);
}

export async function command({ slack, settled }: Whole, line: string): Promise<void> {
  await slack.type('ana', 'cloud-ops', `/cloud ${line}`);
  await settled();
}

export async function confirm({ slack, settled }: Whole): Promise<void> {
  await slack.press('ana', 'decide:confirm');
  await settled();
}

/** Resolves to the milliseconds from the start of `act` to the first message that it brings. */
export async function untilMessage({ slack }: Whole, act: () => Promise<void>): Promise<number> {
  const [cursor, started] = [slack.cursor(), Date.now()];
  await act();
  const posted = slack.journal(cursor).find(({ kind }) => kind === 'message.posted');
  if (!posted) throw new Error('There is no message');
  return posted.at - started;
}

/** Returns an alert policy, and the names of `count` servers to which it is not assigned. */
export function assignable({ cloud }: Whole, count: number) {
  const { alertPolicies, servers } = cloud.control.state();
  const policy = alertPolicies[0]?.id ?? '';
  const free = servers.filter(
    ({ id, account, status, alertPolicyIds }) =>
      account === 'ACME' && status === 'active' && !id.includes('tpl') && !alertPolicyIds.includes(policy),
  );
  if (free.length < count) throw new Error(`There are only ${free.length} servers`);
  return { policy, names: free.slice(0, count).map(({ id }) => id) };
}

export type Item = Readonly<Record<string, unknown>>;

export async function withTable<Result>(
  { aws }: Whole,
  use: (client: DynamoDBDocumentClient) => Promise<Result>,
): Promise<Result> {
  const { AWS_ENDPOINT_URL_DYNAMODB: url = '' } = aws.environment;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(localClientConfig(url)));
  return use(client).finally(() => client.destroy());
}

export const itemsOf = (skydesk: Whole): Promise<readonly Item[]> =>
  withTable(skydesk, async (client) => {
    const pages = paginateScan({ client }, { TableName: skydesk.aws.tableName });
    return (await Array.fromAsync(pages)).flatMap(({ Items = [] }) => Items);
  });
