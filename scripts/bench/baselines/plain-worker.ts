import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { App, AwsLambdaReceiver } from '@slack/bolt';

/** The worker's work for `alert list`, written plainly: the SDK's clients, Bolt's client, fetch. */
const secrets = new SecretsManagerClient();
const table = DynamoDBDocumentClient.from(new DynamoDBClient());
const TableName = process.env.TABLE_NAME;

async function secret(id: string | undefined): Promise<Record<string, string>> {
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId: id }));
  return JSON.parse(SecretString);
}

async function asked<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${process.env.SERVICE_BASE_URL}${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`The service answered ${response.status}`);
  return (await response.json()) as Answer;
}

interface Job {
  readonly id: string;
  readonly replyTo: { readonly channel: string; readonly person: string };
}

let known: { client: App['client']; bearerToken: string; accountAlias: string } | undefined;

async function start() {
  const { botToken = '' } = await secret(process.env.SLACK_TOKEN_SECRET_ID);
  const { client } = new App({
    token: botToken,
    tokenVerificationEnabled: false,
    receiver: new AwsLambdaReceiver({ signingSecret: 'unused' }),
    clientOptions: { slackApiUrl: process.env.SLACK_API_URL ?? '' },
  });
  const { bearerToken, accountAlias } = await asked<{ bearerToken: string; accountAlias: string }>(
    '/v2/authentication/login',
    { method: 'POST', body: JSON.stringify(await secret(process.env.SERVICE_SECRET_ID)) },
  );
  return { client, bearerToken, accountAlias };
}

export async function handler({ Records }: { Records: { body: string }[] }) {
  known ??= await start();
  const { client, bearerToken, accountAlias } = known;
  for (const { body } of Records) {
    const { id, replyTo }: Job = JSON.parse(body);
    const Key = { pk: `receipt#${id}`, sk: 'receipt' };
    const ConditionExpression = 'attribute_not_exists(pk)';
    await table.send(new PutCommand({ TableName, Item: { ...Key, phase: 'running' }, ConditionExpression }));
    const { team_id } = await client.auth.test();
    const { user } = await client.users.info({ user: replyTo.person });
    if (user?.team_id !== team_id || user?.is_restricted) throw new Error('Not served');
    const { items } = await asked<{ items: { id: string; name: string }[] }>(
      `/v2/alertPolicies/${accountAlias}`,
      { headers: { authorization: `Bearer ${bearerToken}` } },
    );
    const text = items.map(({ id, name }) => `*${name}* ${id}`).join('\n');
    await client.chat.postEphemeral({
      channel: replyTo.channel,
      user: replyTo.person,
      text: `${items.length} alert policies`,
      blocks: [{ type: 'section', text: { type: 'mrkdwn', text } }],
    });
    const [UpdateExpression, ExpressionAttributeValues] = ['SET phase = :told', { ':told': 'told' }];
    await table.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues }));
  }
  return { batchItemFailures: [] };
}
