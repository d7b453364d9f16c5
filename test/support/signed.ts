import type { Skydesk } from '../../local/skydesk.ts';
import { formType, signedHeaders } from '../../local/slack/human/sign.ts';
import { asObject, asString, type Json, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { sampleTeam } from '../../local/slack/workspace/sample-workspace.ts';

/** A signed request of Slack, which can be sent repeatedly. */
export interface SignedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

let serial = 0;

/** Creates a slash command with exactly this text, without escaping. `more` contains other fields of the form. */
export function slash(
  skydesk: Skydesk,
  text: string,
  person = 'U0ANA',
  more: Readonly<Record<string, string>> = {},
): SignedRequest {
  return signed(skydesk, {
    command: '/cloud',
    text,
    user_id: person,
    team_id: sampleTeam.id,
    channel_id: 'C0CLOUDOPS',
    trigger_id: `made-up-${++serial}`,
    ...more,
  });
}

/** Creates a click on a button such as `confirm`, which anybody with access to Slack's interface could send. */
export function click(
  skydesk: Skydesk,
  decision: string,
  on: string,
  person = 'U0ANA',
  team = sampleTeam.id,
): SignedRequest {
  const payload = {
    type: 'block_actions',
    user: { id: person, team_id: team },
    team: { id: team },
    channel: { id: 'C0CLOUDOPS' },
    trigger_id: `made-up-${++serial}`,
    actions: [{ type: 'button', action_id: `decide:${decision}`, value: on, action_ts: String(++serial) }],
  };
  return interaction(skydesk, payload);
}

/** Finds the value that a button carries in visible content, an id and maybe a digest; undefined if no button has this decision. */
export function findIdOn(shown: unknown, decision: string): string | undefined {
  const button = new RegExp(`"action_id":"decide:${decision}"[^}]*?"value":"([^"]+)"`);
  return button.exec(JSON.stringify(shown) ?? '')?.[1];
}

/** Returns the value that a button carries in visible content. @throws Error if no button has this decision */
export function idOn(shown: unknown, decision: string): string {
  const id = findIdOn(shown, decision);
  if (id === undefined) throw new Error(`No button is to ${decision}: ${JSON.stringify(shown)}`);
  return id;
}

/** Creates any other interaction, as Slack would send it. */
export const interaction = (skydesk: Skydesk, payload: JsonObject): SignedRequest =>
  signed(skydesk, { payload: JSON.stringify(payload) });

/** Sends a request. Resolves to Slack's interpretation of the acknowledgement. */
export async function send(
  skydesk: Skydesk,
  { body, headers }: SignedRequest,
): Promise<{ ok: boolean; status: number; body: Json }> {
  const response = await fetch(`${skydesk.url}/slack/events`, { method: 'POST', body, headers });
  const text = await response.text();
  return { ok: response.ok, status: response.status, body: parseJson(text) ?? text };
}

/** Whether all requests were acknowledged; otherwise the status of each, in order. */
type Acknowledged = { readonly ok: true } | { readonly ok: false; readonly error: string };

/** Sends all requests simultaneously, to several receivers in parallel. */
export const sendAtOnce = async (
  skydesk: Skydesk,
  requests: readonly SignedRequest[],
): Promise<Acknowledged> =>
  acknowledged(await Promise.all(requests.map((request) => send(skydesk, request))));

/** Sends each request after the previous one was acknowledged. */
export async function sendInTurn(
  skydesk: Skydesk,
  requests: readonly SignedRequest[],
): Promise<Acknowledged> {
  const acks: { readonly status: number }[] = [];
  for (const request of requests) acks.push(await send(skydesk, request));
  return acknowledged(acks);
}

function acknowledged(acks: readonly { readonly status: number }[]): Acknowledged {
  if (acks.every(({ status }) => status === 200)) return { ok: true };
  return { ok: false, error: acks.map(({ status }) => status).join() };
}

/** Creates a JSON-RPC message from Slackbot to the MCP endpoint. */
export function toolMessage(skydesk: Skydesk, message: Json): SignedRequest {
  const { body, headers } = withSignature(skydesk, JSON.stringify(message), 'application/json');
  return { body, headers: { ...headers, accept: 'application/json, text/event-stream' } };
}

const signed = (skydesk: Skydesk, form: Readonly<Record<string, string>>): SignedRequest =>
  withSignature(skydesk, new URLSearchParams(form).toString(), formType);

function withSignature(skydesk: Skydesk, body: string, contentType: string): SignedRequest {
  const secret = asString(
    asObject(parseJson(skydesk.aws.secrets.get('skydesk/slack-signing'))).signingSecret,
  );
  const timestamp = String(Math.floor((skydesk.time?.now() ?? Date.now()) / 1000));
  return { body, headers: signedHeaders(secret, timestamp, body, contentType) };
}
