import type { ApiKeys } from '../api-keys/api-key.ts';
import { type GatewayEvent, header, maxBodyBytes, rawBody } from '../http/gateway-event.ts';
import { keyCallOf } from '../queue/key-call.ts';
import { type AskDependencies, atDoor } from './ask-worker.ts';

/** An authenticated request. */
export interface Authenticated {
  /** The sender: Slack, whose request names a person, or the owner of an API key. */
  readonly caller: 'slack' | 'key';
  /** The bytes of the body. Slack signed them if it is the caller. */
  readonly raw: Buffer;
  /** Id of the job: identical for all copies of a request that Slack signed, and for all requests with this `Idempotency-Key`. */
  readonly jobId: string;
}

/** The HTTP status of a refusal and its reason, for the log. */
export interface Refused {
  readonly status: 401 | 403 | 405 | 413;
  readonly why: string;
}

/** The required headers of a refusal, by its status. */
export const refusalHeaders: Readonly<Partial<Record<number, Readonly<Record<string, string>>>>> = {
  401: { 'www-authenticate': 'Bearer' },
  405: { allow: 'POST' },
};

/** Dependencies of the authentication. */
export interface CallerDependencies extends AskDependencies {
  readonly keys: Pick<ApiKeys, 'findTyped'>;
}

/**
 * Identifies the sender of a request, or returns the reason to refuse it. Parses nothing of the body. Slack's signature is valid
 * for five minutes, and only the receiver can verify it; an API key is sent as `Authorization: Bearer …`. Requests from browser pages,
 * which send `Origin`, are refused. Rejects if the receiver or the table can't be reached.
 *
 * This spares strangers the work of answering them. What a call may do, the receiver and the worker find out for themselves.
 */
export async function authenticateCaller(
  event: GatewayEvent,
  deps: CallerDependencies,
): Promise<Authenticated | Refused> {
  if (event.requestContext?.http?.method !== 'POST') return { status: 405, why: 'method' };
  if (header(event, 'origin') !== '') return { status: 403, why: 'origin' };
  const raw = rawBody(event);
  if (raw.length > maxBodyBytes) return { status: 413, why: 'too large' };
  return header(event, 'x-slack-signature') === '' ? withKey(event, raw, deps) : fromSlack(event, raw, deps);
}

async function fromSlack(
  event: GatewayEvent,
  raw: Buffer,
  deps: CallerDependencies,
): Promise<Authenticated | Refused> {
  const { status, said } = await atDoor(event, 'verify', deps);
  if (status === 401) return { status, why: String(said.why) };
  if (status !== 200) throw new Error('The receiver failed');
  return { caller: 'slack', raw, jobId: String(said.id) };
}

async function withKey(
  event: GatewayEvent,
  raw: Buffer,
  { keys }: CallerDependencies,
): Promise<Authenticated | Refused> {
  const call = keyCallOf(event);
  if (!call) return { status: 401, why: 'no signature and no key' };
  const key = await keys.findTyped(call.key);
  return key ? { caller: 'key', raw, jobId: call.id } : { status: 401, why: 'key' };
}
