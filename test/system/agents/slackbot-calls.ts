import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Skydesk } from '../../../local/skydesk.ts';
import { signedHeaders } from '../../../local/slack/human/sign.ts';
import { asObject, asString, parseJson } from '../../../local/slack/payload/json.ts';
import { sampleTeam } from '../../../local/slack/workspace/sample-workspace.ts';
import { idOf } from '../../support/index.ts';

/** Calls tools as Slackbot does: signed, in the name of a person. */
export async function slackbotOf(skydesk: Skydesk, person: string, team: string = sampleTeam.id) {
  const secret = asString(
    asObject(parseJson(skydesk.aws.secrets.get('skydesk/slack-signing'))).signingSecret,
  );
  const client = new Client({ name: 'Slackbot', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${skydesk.url}/mcp`), {
    async fetch(url, init = {}) {
      const message = asObject(parseJson(String(init.body ?? '')));
      const params = asObject(message.params);
      const slack = { user_id: idOf(person), team_id: team };
      const body = JSON.stringify({
        ...message,
        params: { ...params, _meta: { ...asObject(params._meta), slack } },
      });
      const headers = new Headers(init.headers);
      const signed = signedHeaders(secret, String(Math.floor(Date.now() / 1000)), body, 'application/json');
      for (const [name, value] of Object.entries(signed)) headers.set(name, value);
      return fetch(url, { ...init, headers, body });
    },
  });
  await client.connect(transport);
  return {
    close: () => client.close(),
    /** The answer of a tool: whether it failed, its text, and its structured content. */
    async call(name: string, args: Record<string, unknown> = {}) {
      const {
        content,
        isError = false,
        structuredContent,
      } = await client.callTool({ name, arguments: args });
      return {
        isError,
        text: JSON.stringify(content),
        structured: asObject(parseJson(JSON.stringify(structuredContent ?? {}))),
      };
    },
  };
}
