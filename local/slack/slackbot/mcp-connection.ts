import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client';
import { asObject, type Json, type JsonObject, parseJson } from '../payload/json.ts';
import { type Signing, signedFetch } from './signed-fetch.ts';

/** Slack's timeout of a tool, in milliseconds. */
const toolTimeoutMs = 60_000;

/** Slackbot's declared capability to render Block Kit. */
const blockKit = { 'io.slack/block-kit': { mimeTypes: ['application/vnd.slack.blocks+json'] } };

export interface ToolAnswer {
  readonly text: string;
  /** The tool's blocks, not checked yet; absent if it sent none. */
  readonly blocks?: Json;
}

export type McpConnection = ReturnType<typeof connectToMcp>;

/** Connects to an app's MCP server on behalf of one person, on first use, with a protocol revision that both sides support. */
export function connectToMcp(url: () => string, signing: Signing) {
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
    /** Returns the tools that the server offers this person. The list is requested again when it is older than the server allows. */
    tools: async (): Promise<readonly Tool[]> => (await (await client()).listTools()).tools,
    /** Calls a tool. Rejects if the server cannot be reached, refuses the request or takes more than 60 seconds. */
    async call(tool: string, args: JsonObject): Promise<ToolAnswer> {
      const mcp = await client();
      return readAnswer(await mcp.callTool({ name: tool, arguments: args }, { timeout: toolTimeoutMs }));
    },
    /** Returns the journal's name of the last request to the server; undefined before the first. */
    lastRequest: (): string | undefined => last,
    async close(): Promise<void> {
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
