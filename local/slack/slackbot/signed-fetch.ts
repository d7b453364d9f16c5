import type { FetchLike } from '@modelcontextprotocol/client';
import { requestName } from '../human/post-to-app.ts';
import { signedHeaders } from '../human/sign.ts';
import { asObject, isObject, type Json, type JsonObject, parseJson } from '../payload/json.ts';
import type { Person } from '../workspace/sample-workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The signing secret of Slackbot's requests, and their person. */
export interface Signing {
  readonly workspace: Workspace;
  readonly signingSecret: () => string;
  readonly person: Person;
}

/**
 * Sends the requests of an MCP client as Slack does for a server with `slack_identity_auth`: `_meta.slack` in each request's
 * params names the person, and headers contain the timestamp and the signature of the raw body. Writes each request to the
 * journal.
 * @param onRequest called with a request's name in the journal, after the response
 */
export function signedFetch(
  { workspace, signingSecret, person }: Signing,
  onRequest: (name: string) => void,
): FetchLike {
  return async (url, init = {}) => {
    const payload = withIdentity(parseJson(typeof init.body === 'string' ? init.body : '') ?? null, person);
    const body = payload === null ? '' : JSON.stringify(payload);
    const headers = new Headers(init.headers);
    const timestamp = String(Math.floor(workspace.clock() / 1000));
    const signed = signedHeaders(signingSecret(), timestamp, body, 'application/json');
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    const name = requestName(signed['x-slack-signature']);
    const started = performance.now();
    const record = (ack: JsonObject): void => {
      const ms = Math.round(performance.now() - started);
      workspace.journal.append('request', { id: name, payload: asObject(payload), ack: { ...ack, ms } });
      onRequest(name);
    };
    try {
      const response = await fetch(url, { ...init, headers, ...(body !== '' && { body }) });
      const { status, ok } = response;
      const text = await response.clone().text();
      record({ ok, status, body: readBody(text, response.headers.get('content-type') ?? '') });
      return response;
    } catch (error) {
      record({ ok: false, body: null, error: 'dispatch_failed' });
      throw error;
    }
  };
}

/** Adds the person to the params of a request, or of each request in a batch. */
function withIdentity(message: Json, person: Person): Json {
  if (Array.isArray(message)) return message.map((one) => withIdentity(one, person));
  if (!isObject(message)) return message;
  const params = asObject(message.params);
  const slack = { user_id: person.id, team_id: person.teamId };
  return { ...message, params: { ...params, _meta: { ...asObject(params._meta), slack } } };
}

/** Parses JSON, or the data of an event stream, whose last event is the response. */
function readBody(text: string, type: string): Json {
  const data = type.startsWith('text/event-stream')
    ? text
        .match(/^data: ?(.*)$/gm)
        ?.at(-1)
        ?.slice(5)
    : text;
  return data === undefined || data.trim() === '' ? null : (parseJson(data) ?? data);
}
