import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { App, AwsLambdaReceiver } from '@slack/bolt';

/** Bolt's own receiver with the work of Skydesk's: it reads the secret, and queues the command before the acknowledgement. */
const queue = new SQSClient();
const secret = new SecretsManagerClient().send(
  new GetSecretValueCommand({ SecretId: process.env.SLACK_SIGNING_SECRET_ID }),
);

async function start() {
  const { SecretString = '{}' } = await secret;
  const { signingSecret }: { signingSecret: string } = JSON.parse(SecretString);
  const receiver = new AwsLambdaReceiver({ signingSecret });
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: 'xoxb-none', botId: 'B0BOT', botUserId: 'U0BOT' }),
  });
  app.command('/cloud', async ({ command, ack }) => {
    const MessageBody = JSON.stringify({
      line: command.text,
      person: command.user_id,
      team: command.team_id,
    });
    await queue.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody }));
    await ack();
  });
  return receiver.start();
}

const started = start();

export async function handler(event: Parameters<Awaited<typeof started>>[0], context: unknown) {
  return (await started)(event, context);
}
