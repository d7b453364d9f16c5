import { formType, signedHeaders } from '../slack/human/sign.ts';
import { asObject, isObject, type JsonObject, parseJson } from '../slack/payload/json.ts';
import type { Envelope } from './connection.ts';

export interface PostOptions {
  /** URL of the receiver. */
  readonly requestUrl: string;
  /** The signing secret of the receiver. */
  readonly signingSecret: string;
  say(sentence: string): void;
  /** Timeout of an acknowledgement, in milliseconds: less than Slack's three seconds. */
  readonly ackMs?: number;
  readonly clock?: () => number;
}

/** Time for which a signature is reused; the receiver accepts it for five minutes. */
const signedForMs = 4 * 60_000;

/**
 * Posts each envelope to the receiver as Slack would post its request by HTTP, and acknowledges it with the response. Envelopes
 * without a timely 200 are not acknowledged: Slack shows an error, or sends the event again.
 */
export function postEnvelopes({
  requestUrl,
  signingSecret,
  say,
  ackMs = 2_900,
  clock = Date.now,
}: PostOptions): (envelope: Envelope) => Promise<void> {
  const sent = new Map<string, { readonly at: number; readonly request: RequestInit | undefined }>();

  /** Signs a request once: the id of its job derives from the signature, so a repeated envelope becomes the same job. */
  function signedOnce(envelope: Envelope): RequestInit | undefined {
    const now = clock();
    for (const [id, { at }] of sent) if (now - at > signedForMs) sent.delete(id);
    const { envelope_id: id } = envelope;
    const { at, request } = sent.get(id) ?? { at: now, request: requestOf(envelope, signingSecret, now) };
    sent.set(id, { at, request });
    return request;
  }

  return async (envelope) => {
    const { type, accepts_response_payload: accepts } = envelope;
    const request = signedOnce(envelope);
    if (!request) return say(`Slack sent “${type}”, which Skydesk doesn't know. It was not acknowledged.`);
    try {
      const response = await fetch(requestUrl, { ...request, signal: AbortSignal.timeout(ackMs) });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`status ${response.status}`);
      await envelope.ack(accepts ? payloadOf(text) : {});
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      say(`“${type}” was not acknowledged (${why}). Slack shows an error or sends it again.`);
    }
  };
}

/** Creates the signed HTTP request that is equivalent to an envelope; undefined for an unknown type. */
function requestOf(envelope: Envelope, signingSecret: string, now: number): RequestInit | undefined {
  const content = contentOf(envelope);
  if (!content) return undefined;
  const { body, contentType = formType } = content;
  const { retry_num, retry_reason = '' } = envelope;
  return {
    method: 'POST',
    body,
    headers: {
      ...signedHeaders(signingSecret, String(Math.floor(now / 1000)), body, contentType),
      ...(retry_num && { 'x-slack-retry-num': String(retry_num), 'x-slack-retry-reason': retry_reason }),
    },
  };
}

function contentOf({ type, body }: Envelope): { body: string; contentType?: string } | undefined {
  if (type === 'events_api') return { body: JSON.stringify(body), contentType: 'application/json' };
  if (type === 'interactive') return { body: form({ payload: JSON.stringify(body) }) };
  return type === 'slash_commands' ? { body: form(body) } : undefined;
}

function form(fields: JsonObject): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== null) given.set(name, String(value));
  return given.toString();
}

/** Parses a response; the answer to a command may be plain text. */
function payloadOf(text: string): JsonObject {
  const json = parseJson(text);
  return isObject(json) || text === '' ? asObject(json) : { text };
}
