import type { Instant } from '../../core/clock.ts';
import { parseJsonObject } from '../../core/parse-json.ts';
import { type GatewayEvent, header, rawBody } from '../../http/gateway-event.ts';
import { jobIdOf, verifySignature } from '../api/signature.ts';
import { fieldsOf, type SlackBody, textIn } from './payload-schema.ts';

/** A verified request, or the HTTP status to refuse it with. */
export type ReceivedRequest =
  | {
      readonly body: SlackBody;
      /** Identical for all copies of a signed request, all retries of an event, and all events of a message. */
      readonly id: string;
    }
  | { readonly status: number; readonly why: string };

/**
 * Verifies and parses a request. The timestamp and the signature of the raw bytes are checked before anything is parsed. Never throws: an
 * invalid signature gets status 401, a malformed body 400.
 */
export function readRequest(event: GatewayEvent, signingSecret: string, now: Instant): ReceivedRequest {
  const signed = verifySignature(event, signingSecret, now);
  if ('status' in signed) return signed;

  const body = parse(signed.raw.toString('utf8'), header(event, 'content-type'));
  if (!body) return { status: 400, why: 'body' };
  return { body, id: jobIdOf(eventIn(body) ?? signed.key) };
}

/**
 * Returns the key of an event, since each of Slack's retries has a new signature. A message is named by its channel and `ts`: Slack
 * can send it several times, each with an `event_id` of its own.
 */
function eventIn({ type, event, event_id }: SlackBody): string | undefined {
  if (type !== 'event_callback') return undefined;
  const { type: what, channel, ts } = fieldsOf(event);
  const isMessage = (what === 'app_mention' || what === 'message') && textIn(channel) && textIn(ts);
  if (isMessage) return `message:${channel}:${ts}`;
  return textIn(event_id) ? `event:${event_id}` : undefined;
}

function parse(text: string, contentType: string): SlackBody | undefined {
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'application/json':
      return parseJsonObject(text);
    case 'application/x-www-form-urlencoded': {
      // The content type is not signed. A JSON body that Slack signed for the MCP endpoint contains an agent's text, which could
      // embed a form.
      if (!/^\w+=/.test(text)) return undefined;
      const form = new URLSearchParams(text);
      const payload = form.get('payload');
      return payload === null ? Object.fromEntries(form) : parseJsonObject(payload);
    }
    default:
      return undefined;
  }
}

/** Whether a request is Slack's unsigned check of the TLS certificate (`ssl_check=1`). */
export function isCertificateCheck(event: GatewayEvent): boolean {
  const raw = rawBody(event);
  return raw.length < 1000 && new URLSearchParams(raw.toString('utf8')).get('ssl_check') === '1';
}
