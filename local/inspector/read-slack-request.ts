import { isShallow } from '../../src/agents/read-message.ts';
import type { GatewayEvent } from '../../src/http/gateway-event.ts';
import { readRequest } from '../../src/slack/receive/signed-request.ts';
import { unescapeSlackText } from '../../src/slack/receive/unescape.ts';
import { requestName } from '../slack/human/post-to-app.ts';
import {
  asObject,
  asObjects,
  asString,
  isObject,
  type JsonObject,
  parseJson,
} from '../slack/payload/json.ts';
import { labelOf } from '../slack/payload/view-state.ts';
import type { Trace } from './inspector-types.ts';

export type About = Pick<Trace, 'title' | 'person'> & { readonly what: string };

export interface SlackRequest {
  /** Its name in the local Slack's journal; undefined if it is not signed. */
  readonly name?: string | undefined;
  /** The id of its jobs; undefined if it is refused. */
  readonly job?: string | undefined;
  readonly refused?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: JsonObject;
}

/** Reads an API Gateway event. `now` is in milliseconds. */
export function readGatewayEvent(event: GatewayEvent, signingSecret: string, now: number): SlackRequest {
  const header = (name: string): string => event.headers?.[name] ?? '';
  const signature = header('x-slack-signature');
  if (signature === '' && /^Bearer /i.test(header('authorization')))
    return withKey(event, header('content-type'));
  const received = readRequest(event, signingSecret, now);
  const refused = 'status' in received;
  return {
    name: signature === '' ? undefined : requestName(signature),
    job: refused ? undefined : received.id,
    refused: refused ? received.why : undefined,
    headers: shortened(header),
    payload:
      // The code that masks and shows a payload is recursive as well.
      refused || !isShallow(received.body)
        ? { body: decoded(event) }
        : asObject(parseJson(JSON.stringify(received.body))),
  };
}

/**
 * Reads a request with an API key, which is not shown: an MCP message, or a command line. The function itself validates the key.
 */
function withKey(event: GatewayEvent, type: string): SlackRequest {
  const body = decoded(event);
  const payload = parseJson(body);
  return {
    headers: { 'content-type': type, authorization: 'Bearer skydesk_…' },
    payload:
      isObject(payload) && payload.jsonrpc !== undefined && isShallow(payload) ? payload : { line: body },
  };
}

function decoded({ body, isBase64Encoded }: GatewayEvent): string {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString('utf8');
}

function shortened(header: (name: string) => string): Record<string, string> {
  const slacks = ['request-timestamp', 'signature', 'retry-num', 'retry-reason'].map(
    (name) => `x-slack-${name}`,
  );
  const all = ['content-type', ...slacks].map((name): [string, string] => [name, header(name)]);
  const short = (name: string, value: string): string =>
    name.endsWith('signature') ? `${value.slice(0, 9)}…` : value;
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === '' ? [] : [[name, short(name, value)]])),
  );
}

export function describe(payload: JsonObject): About {
  if (payload.jsonrpc !== undefined) return describeCall(payload);
  if (Object.keys(payload).join() === 'line')
    return { what: 'a line', title: `An agent asked: ${asString(payload.line)}` };
  const event = asObject(payload.event);
  const source = payload.event ? event : payload;
  const person = asString(payload.user_id) || asString(asObject(source.user).id) || asString(source.user);
  return { ...act(payload, event), ...(person && { person }) };
}

/** Describes a request from Slackbot or another agent to the MCP server. */
function describeCall({ method, params }: JsonObject): About {
  const { name, _meta } = asObject(params);
  const person = asString(asObject(asObject(_meta).slack).user_id);
  const what = asString(method);
  const who = person === '' ? 'An agent' : 'Slackbot';
  const title =
    what === 'tools/call'
      ? `${who} called ${asString(name)}`
      : what === 'tools/list'
        ? `${who} asked for the tools`
        : `${who} asked for ${what}`;
  return { what, title, ...(person && { person }) };
}

function act(payload: JsonObject, event: JsonObject): Pick<About, 'title' | 'what'> {
  const type = asString(payload.type);
  const [action = {}] = asObjects(payload.actions);
  if (payload.command)
    return { what: 'slash command', title: unescapeSlackText(`${payload.command} ${payload.text}`) };
  if (payload.event) return { what: asString(event.type), title: eventTitle(event) };
  switch (type) {
    case 'block_actions':
      return { what: type, title: clicked(action) };
    case 'view_submission':
      return { what: type, title: `Sent “${labelOf(asObject(payload.view).title)}”` };
    case 'url_verification':
      return { what: type, title: 'Slack checked the address' };
    default:
      return payload.ssl_check
        ? { what: 'ssl_check', title: 'Slack checked the certificate' }
        : { what: type || 'unreadable', title: 'Something that is not Slack’s' };
  }
}

function eventTitle(event: JsonObject): string {
  if (event.type === 'app_home_opened') return event.tab === 'messages' ? 'Opened Messages' : 'Opened Home';
  if (event.type === 'app_mention' || event.type === 'message')
    return unescapeSlackText(asString(event.text));
  return asString(event.type);
}

function clicked(action: JsonObject): string {
  if (action.type === 'button') return `Pressed ${labelOf(action.text)}`;
  const chosen = [action.selected_option ?? null, ...asObjects(action.selected_options)];
  const labels = chosen.map((option) => labelOf(asObject(option).text)).filter(Boolean);
  return labels.length > 0 ? `Chose ${labels.join(', ')}` : `Used ${asString(action.type)}`;
}
