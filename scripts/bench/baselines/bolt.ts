import { App, AwsLambdaReceiver } from '@slack/bolt';

/** Bolt's own example for Lambda, with a command that is acknowledged and nothing else. */
const receiver = new AwsLambdaReceiver({ signingSecret: process.env.SLACK_SIGNING_SECRET ?? '' });
const app = new App({
  receiver,
  // In place of `token`, which would have it ask Slack for the token's owner first.
  authorize: async () => ({ botToken: 'xoxb-none', botId: 'B0BOT', botUserId: 'U0BOT' }),
});
app.command('/cloud', async ({ ack }) => ack());

const started = receiver.start();

export async function handler(event: Parameters<Awaited<typeof started>>[0], context: unknown) {
  return (await started)(event, context);
}
