import { App, AwsLambdaReceiver } from '@slack/bolt';

/** Bolt's own Lambda example, with a command that only acknowledges. */
const receiver = new AwsLambdaReceiver({ signingSecret: process.env.SLACK_SIGNING_SECRET ?? '' });
const app = new App({
  receiver,
  // Replaces `token`, with which Bolt would first ask Slack for the token's owner.
  authorize: async () => ({ botToken: 'xoxb-none', botId: 'B0BOT', botUserId: 'U0BOT' }),
});
app.command('/cloud', async ({ ack }) => ack());

const started = receiver.start();

export async function handler(event: Parameters<Awaited<typeof started>>[0], context: unknown) {
  return (await started)(event, context);
}
