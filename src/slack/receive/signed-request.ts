import type { Instant } from '../../core/clock.ts';
import { parseJsonObject } from '../../core/parse-json.ts';
import { type GatewayEvent, header, rawBody } from '../../http/gateway-event.ts';
import { jobIdOf, verifySignature } from '../api/signature.ts';

/** A parsed payload from Slack, not yet validated. */
export type SlackBody = Readonly<Record<string, unknown>>;

/** A verified request, or the HTTP status to refuse it with. */
export type ReceivedRequest =
  | {
      readonly body: SlackBody;
      /** Identical for all copies of a signed request, and for all retries of an event. */
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

/** Returns the key of an event, from its `event_id`: each of Slack's retries has a new signature. */
const eventIn = ({ type, event_id }: SlackBody): string | undefined =>
  type === 'event_callback' && typeof event_id === 'string' && event_id !== ''
    ? `event:${event_id}`
    : undefined;

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
