import { asString, type JsonObject } from '../../../../../local/slack/payload/json.ts';
import { localSigningSecret, openLocalSlack } from '../local-slack.ts';
import { openMcpServer } from './mcp-server.ts';

/** A section of a text. */
export const section = (text: string): JsonObject => ({ type: 'section', text: { type: 'mrkdwn', text } });
/** A button in a row of its own. */
export const button = (text: string, actionId: string, value: string): JsonObject => ({
  type: 'actions',
  elements: [{ type: 'button', text: { type: 'plain_text', text }, action_id: actionId, value }],
});

/** A local Slack whose app has an MCP server, and what Ana sees of Slackbot. */
export async function openSlackbot() {
  const now = Date.UTC(2026, 5, 1, 9, 30);
  const server = await openMcpServer(localSigningSecret, () => now);
  const { slack, received } = await openLocalSlack({ mcpUrl: () => server.url });
  const sees = () => slack.sees('ana', 'slackbot');
  return {
    slack,
    server,
    received,
    sees,
    say: (line: string) => slack.type('ana', 'slackbot', line),
    /** What the newest message says, in JSON. */
    newest: () => JSON.stringify(sees().at(-1)?.blocks),
    notices: () =>
      slack
        .journal()
        .filter(({ kind }) => kind === 'notice')
        .map(({ data }) => asString(data.text)),
  };
}
