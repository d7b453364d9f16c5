import { SlackApp } from 'slack-edge';

const app = new SlackApp({
  env: { SLACK_SIGNING_SECRET: process.env.SLACK_SIGNING_SECRET ?? '', SLACK_BOT_TOKEN: 'xoxb-none' },
  // slack-edge's own function would first ask Slack for the token's owner.
  authorize: async () => ({ botId: 'B0BOT', botUserId: 'U0BOT', botToken: 'xoxb-none', botScopes: [] }),
});
app.command('/cloud', async () => {});

export async function handler(event: { headers: Record<string, string>; body: string }) {
  const request = new Request('http://lambda/slack/events', {
    method: 'POST',
    headers: event.headers,
    body: Buffer.from(event.body, 'base64'),
  });
  const response = await app.run(request, { waitUntil: () => {} });
  return { statusCode: response.status, body: await response.text() };
}
