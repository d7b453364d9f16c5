import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../../core/clock.ts';
import { type GatewayEvent, header, maxBodyBytes, rawBody } from '../../http/gateway-event.ts';

/** A request with a valid Slack signature, or the HTTP status to refuse it with. */
export type SignedRequest =
  | {
      /** The bytes that Slack signed. */
      readonly raw: Buffer;
      /** Identical for all copies of the request, and different from that of any other request. */
      readonly key: string;
    }
  | { readonly status: 401 | 413; readonly why: string };

/** Maximum age of a signature in either direction, in seconds, as recommended by Slack. */
const tolerance = 5 * 60;

/**
 * Verifies the timestamp and the signature over the raw bytes of a body, without parsing it. Never throws: an invalid signature
 * gets status 401, a body over a megabyte 413.
 */
export function verifySignature(event: GatewayEvent, signingSecret: string, now: Instant): SignedRequest {
  const raw = rawBody(event);
  if (raw.length > maxBodyBytes) return { status: 413, why: 'too large' };

  const timestamp = header(event, 'x-slack-request-timestamp');
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > tolerance) return { status: 401, why: 'timestamp' };
  const signature = header(event, 'x-slack-signature');
  if (!isSigned(raw, timestamp, signature, signingSecret)) return { status: 401, why: 'signature' };
  return { raw, key: `${timestamp}:${signature}` };
}

/** Returns Slack's signature of a body, as in `X-Slack-Signature`. `timestamp` is in seconds since 1970. */
export const signatureOf = (raw: Buffer, timestamp: string, signingSecret: string): string =>
  `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:`).update(raw).digest('hex')}`;

function isSigned(raw: Buffer, timestamp: string, signature: string, secret: string): boolean {
  const given = Buffer.from(signature);
  const wanted = Buffer.from(signatureOf(raw, timestamp, secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Derives the id of a job from the key of its request. */
export const jobIdOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);
