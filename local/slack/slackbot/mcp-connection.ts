import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client';
import { asObject, type Json, type JsonObject, parseJson } from '../payload/json.ts';
import { type Signing, signedFetch } from './signed-fetch.ts';

/** How long Slack waits for a tool, in milliseconds. */
const toolTimeoutMs = 60_000;

/** What Slackbot says that it can show. */
const blockKit = { 'io.slack/block-kit': { mimeTypes: ['application/vnd.slack.blocks+json'] } };

/** What a tool answered. */
export interface ToolAnswer {
  readonly text: string;
  /** As the tool sent them, not checked yet; absent when it sent none. */
  readonly blocks?: Json;
}

/** What Slackbot, on behalf of one person, does with the app's MCP server. */
export interface McpConnection {
  /** The tools that the server offers this person; asked for again once they are older than the server allows. */
  tools(): Promise<readonly Tool[]>;
  /** Calls a tool. Rejects when the server cannot be reached, refuses the request or takes more than 60 seconds. */
  call(tool: string, args: JsonObject): Promise<ToolAnswer>;
  /** What the journal calls the last request to the server; undefined before the first. */
  lastRequest(): string | undefined;
  close(): Promise<void>;
}

/** Connects to an MCP server at the first use, with the revision of the protocol that both sides know. */
export function connectToMcp(url: () => string, signing: Signing): McpConnection {
  let connected: Promise<Client> | undefined;
  let last: string | undefined;
  const signed = signedFetch(signing, (name) => {
    last = name;
  });

  const connect = async (): Promise<Client> => {
    const client = new Client(
      { name: 'Slackbot', version: '1.0.0' },
      { capabilities: { extensions: blockKit }, versionNegotiation: { mode: 'auto' } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url()), { fetch: signed }));
    return client;
  };
  const client = (): Promise<Client> => {
    connected ??= connect().catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    return connected;
  };

  return {
    tools: async () => (await (await client()).listTools()).tools,
    async call(tool, args) {
      const mcp = await client();
      return readAnswer(await mcp.callTool({ name: tool, arguments: args }, { timeout: toolTimeoutMs }));
    },
    lastRequest: () => last,
    async close() {
      const open = connected;
      connected = undefined;
      await open?.then((mcp) => mcp.close()).catch(() => {});
    },
  };
}

function readAnswer({ content, _meta }: CallToolResult): ToolAnswer {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const meta = asObject(parseJson(JSON.stringify(_meta ?? null)));
  const { blocks } = asObject(meta.slack);
  return { text: texts.join('\n'), ...(blocks !== undefined && { blocks }) };
}
