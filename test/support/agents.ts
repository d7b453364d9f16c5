import type { Skydesk } from '../../local/skydesk.ts';
import { asObject, type Json, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { hashOfToken, newToken } from '../../src/api-keys/api-key-token.ts';
import { apiKeysIn } from '../../src/aws/sdk/api-key-store.ts';
import { ownTable } from './local-aws.ts';
import { typedOf } from './made/typed-of.ts';
import { type SignedRequest, toolMessage } from './signed.ts';

/** The response to an agent's request. */
export interface Got {
  readonly status: number;
  readonly text: string;
  /** The JSON-RPC message, which clients of 2025 receive as an event stream; empty if there is none. */
  readonly message: JsonObject;
  /** The result of a tool call; empty for an error. */
  readonly result: JsonObject;
}

/** Sends a request to an endpoint for agents. */
export async function sendTo(
  skydesk: Pick<Skydesk, 'url'>,
  path: '/mcp' | '/run',
  { body, headers }: SignedRequest,
): Promise<Got> {
  const response = await fetch(`${skydesk.url}${path}`, { method: 'POST', body, headers });
  const text = await response.text();
  const message = asObject(parseJson(text.replace(/^event: message\ndata: /, '')) ?? {});
  return { status: response.status, text, message, result: asObject(message.result) };
}

let serial = 0;

/** Creates a JSON-RPC call of a tool, with a unique id. `as`: the person whom Slack names. */
export const toolCall = (name: string, args: Json = {}, as: Json = person('ana')): JsonObject => ({
  jsonrpc: '2.0',
  id: ++serial,
  method: 'tools/call',
  params: { name, arguments: args, _meta: { slack: as } },
});

/** Returns a person as Slack's requests name them. */
export const person = (name: string, team = 'T0SKYDESK'): JsonObject => ({
  user_id: `U0${name.toUpperCase()}`,
  team_id: team,
});

/** Calls a tool as Slackbot. */
export const callTool = (skydesk: Skydesk, name: string, args?: Json, as?: Json): Promise<Got> =>
  sendTo(skydesk, '/mcp', toolMessage(skydesk, toolCall(name, args, as)));

/** Creates a request with an API key. */
export const withKey = (token: string, body: string): SignedRequest => ({
  body,
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
  },
});

/** Deletes the counts of a person's calls in this minute and the previous one. */
export async function forgetCalls(skydesk: Pick<Skydesk, 'aws'>, id: string): Promise<void> {
  const minute = Math.floor(Date.now() / 60_000);
  await ownTable(skydesk.aws).transact(
    [minute - 1, minute, minute + 1].map((sk) => ({
      Delete: { Key: { pk: `calls#${id}`, sk: String(sk) } },
    })),
  );
}

/** Creates a key of Ana that is valid for an hour. Resolves to its token. */
export async function createKeyOf(skydesk: Pick<Skydesk, 'aws'>, id: string): Promise<string> {
  const key = { id, person: 'U0ANA', team: 'T0SKYDESK', account: 'ACME' };
  const createdAt = Date.now();
  const token = newToken(key);
  const stored = { ...key, createdAt, expiresAt: createdAt + 3_600_000 };
  await keysIn(skydesk).put(stored, hashOfToken(token));
  return token;
}

const keysIn = (skydesk: Pick<Skydesk, 'aws'>, ahead = 0) =>
  apiKeysIn(ownTable(skydesk.aws), () => Date.now() + ahead);

/** Finds the stored key of a token, `ahead` milliseconds from now; undefined if the token is not valid. */
export const keyOf = (skydesk: Pick<Skydesk, 'aws'>, token: string, ahead?: number) =>
  keysIn(skydesk, ahead).findTyped(typedOf(token));
