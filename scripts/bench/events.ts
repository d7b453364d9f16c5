import { randomUUID } from 'node:crypto';
import { signedHeaders } from '../../local/slack/human/sign.ts';
import { sampleTeam } from '../../local/slack/workspace/sample-workspace.ts';
import { parseCommand, requestOf } from '../../src/command-line/parse-command.ts';

export const signingSecret = 'local-signing-secret';

const form = {
  command: '/cloud',
  team_id: sampleTeam.id,
  channel_id: 'C0CLOUDOPS',
  user_id: 'U0ANA',
  response_url: 'https://hooks.slack.com/commands/none',
};

export function commandEvent(text: string) {
  const body = new URLSearchParams({ ...form, text, trigger_id: randomUUID() }).toString();
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    version: '2.0',
    routeKey: 'POST /slack/events',
    rawPath: '/slack/events',
    headers: signedHeaders(signingSecret, timestamp, body),
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  };
}

export const jobsEvent = (lines: readonly string[]) => ({
  Records: lines.map((line) => {
    const id = randomUUID();
    const replyTo = { channel: form.channel_id, person: form.user_id };
    return {
      messageId: id,
      receiptHandle: id,
      attributes: { ApproximateReceiveCount: '1' },
      body: JSON.stringify({ ...requestOf(parseCommand(line)), id, team: sampleTeam.id, replyTo }),
    };
  }),
});
