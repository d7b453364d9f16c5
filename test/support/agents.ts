import { afterEach, beforeEach, expect } from 'vitest';
import type { Skydesk } from '../../local/skydesk.ts';
import { asObject, type Json, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { type SignedRequest, toolMessage } from './signed.ts';
import { skydeskOfFile, type TestSkydesk } from './test-skydesk.ts';

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

/** Lets the minutes pass in which the calls of a person so far are counted. */
const forgetCalls = ({ time }: Pick<Skydesk, 'time'>): void => time?.advance(2 * 60_000);

/**
 * A bot for attempts of attackers, for the tests of a file. After each test: the cloud API got no change. The emulator counts that, not the
 * answers.
 */
export async function attackedSkydesk(): Promise<TestSkydesk> {
  const skydesk = await skydeskOfFile();
  await skydesk.fresh();
  beforeEach(() => forgetCalls(skydesk));
  afterEach(async () => {
    await skydesk.settled();
    // The health check asks whether the cloud API answers at all.
    expect(skydesk.changes().filter((change) => change !== 'HEAD /')).toEqual([]);
  });
  return skydesk;
}

/** Creates an API key that is valid for eight hours, as a person does in Slack. Resolves to its token. */
export async function createKey(bot: Pick<TestSkydesk, 'type'>, as = 'ana'): Promise<string> {
  const { said } = await bot.type(as, 'key create for=8h');
  const [token] = /skydesk_U0[A-Z]+_[0-9a-f]+_[\w-]{43}/.exec(JSON.stringify(said)) ?? [];
  if (token === undefined) throw new Error(`No key was created: ${said.flatMap(({ lines }) => lines)}`);
  return token;
}

/** Returns the id of the key that a token is of. */
export const keyIdIn = (token: string): string => token.split('_')[2] ?? '';
