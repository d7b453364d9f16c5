import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of an API Gateway event (payload format 2.0) that are used. */
export interface GatewayEvent {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | null;
  readonly isBase64Encoded?: boolean;
}

/** Lambda's response to API Gateway. */
export interface GatewayResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A parsed payload of Slack, not validated yet. */
export type SlackBody = Readonly<Record<string, unknown>>;

/** A verified request, or the HTTP status to refuse it with. */
export type ReceivedRequest =
  | {
      readonly body: SlackBody;
      /** Identical for all copies of a signed request, and for all retries of an event. */
      readonly id: string;
    }
  | { readonly status: number; readonly why: string };

/** Upper bound for the age of a signature, in either direction, in seconds; Slack's own recommendation. */
const tolerance = 5 * 60;
const maxBytes = 1024 * 1024;

const header = ({ headers = {} }: GatewayEvent, name: string): string => {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return found?.[1] ?? '';
};

/** The bytes that Slack signed. */
function rawBody({ body, isBase64Encoded }: GatewayEvent): Buffer {
  return Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
}

function isSigned(raw: Buffer, timestamp: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(raw).digest('hex');
  const given = Buffer.from(signature);
  const wanted = Buffer.from(`v0=${expected}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/**
 * Verifies and parses a request. The timestamp and the signature of the raw bytes are checked before anything is parsed.
 * Never throws: an invalid signature gets status 401, a malformed body 400. `now` is in milliseconds since 1970.
 */
export function readRequest(event: GatewayEvent, signingSecret: string, now: number): ReceivedRequest {
  const raw = rawBody(event);
  if (raw.length > maxBytes) return { status: 413, why: 'too large' };

  const timestamp = header(event, 'x-slack-request-timestamp');
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > tolerance) return { status: 401, why: 'timestamp' };
  const signature = header(event, 'x-slack-signature');
  if (!isSigned(raw, timestamp, signature, signingSecret)) return { status: 401, why: 'signature' };

  const body = parse(raw.toString('utf8'), header(event, 'content-type'));
  if (!body) return { status: 400, why: 'body' };
  return { body, id: idOf(eventIn(body) ?? `${timestamp}:${signature}`) };
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Key of an event, from its `event_id`: Slack retries it with a new signature until it is acknowledged. */
const eventIn = ({ type, event_id }: SlackBody): string | undefined =>
  type === 'event_callback' && typeof event_id === 'string' && event_id !== ''
    ? `event:${event_id}`
    : undefined;

function parse(text: string, contentType: string): SlackBody | undefined {
  switch (contentType.split(';')[0]?.trim().toLowerCase()) {
    case 'application/json':
      return parseJson(text);
    case 'application/x-www-form-urlencoded': {
      const form = new URLSearchParams(text);
      const payload = form.get('payload');
      return payload === null ? Object.fromEntries(form) : parseJson(payload);
    }
    default:
      return undefined;
  }
}

function parseJson(text: string): SlackBody | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a request is Slack's unsigned check of the TLS certificate (`ssl_check=1`). */
export function isCertificateCheck(event: GatewayEvent): boolean {
  const raw = rawBody(event);
  return raw.length < 1000 && new URLSearchParams(raw.toString('utf8')).get('ssl_check') === '1';
}
