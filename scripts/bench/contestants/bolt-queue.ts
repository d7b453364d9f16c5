import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { App, AwsLambdaReceiver } from '@slack/bolt';

/** Bolt's own receiver doing what ours does: the command goes to a queue before it is acknowledged. */
const queue = new SQSClient();
const receiver = new AwsLambdaReceiver({ signingSecret: process.env.SLACK_SIGNING_SECRET ?? '' });
const app = new App({
  receiver,
  authorize: async () => ({ botToken: 'xoxb-none', botId: 'B0BOT', botUserId: 'U0BOT' }),
});
app.command('/cloud', async ({ command, ack }) => {
  const MessageBody = JSON.stringify({ line: command.text, person: command.user_id, team: command.team_id });
  await queue.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody }));
  await ack();
});

const started = receiver.start();

export async function handler(event: Parameters<Awaited<typeof started>>[0], context: unknown) {
  return (await started)(event, context);
}
