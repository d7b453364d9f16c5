import { randomUUID } from 'node:crypto';
import type { ApiKey, ApiKeys } from '../api-keys/api-key.ts';
import { agentId } from '../change/model/ids.ts';
import type { Clock } from '../core/clock.ts';
import { type GatewayEvent, header, maxBodyBytes, rawBody } from '../http/gateway-event.ts';
import { jobIdOf, verifySignature } from '../slack/api/signature.ts';
import type { SlackSecretSource } from '../slack/api/slack-secret.ts';
import { withRenewedSecret } from '../slack/api/with-renewed-secret.ts';

/** The sender of a request: Slack, whose request names a person, or the owner of an API key. */
type Caller = { readonly kind: 'slack' } | { readonly kind: 'key'; readonly key: ApiKey };

/** An authenticated request. */
export interface Authenticated {
  readonly caller: Caller;
  /** The bytes of the body. Slack signed them if it is the caller. */
  readonly raw: Buffer;
  /** Id of the job: identical for all copies of a request that Slack signed, and for all requests with this `Idempotency-Key`. */
  readonly jobId: string;
  /** Whether it has an `Idempotency-Key`. */
  readonly isKeyed?: boolean;
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
export interface CallerDependencies {
  readonly secret: SlackSecretSource;
  readonly keys: Pick<ApiKeys, 'find' | 'markUsed'>;
  readonly clock: Clock;
}

/**
 * Identifies the sender of a request, or returns the reason to refuse it. Parses nothing of the body. Slack's signature is valid
 * for five minutes; an API key is sent as `Authorization: Bearer …`. Requests from browser pages, which send `Origin`, are
 * refused. Rejects if the secret or the table can't be read.
 */
export async function authenticateCaller(
  event: GatewayEvent,
  deps: CallerDependencies,
): Promise<Authenticated | Refused> {
  if (event.requestContext?.http?.method !== 'POST') return { status: 405, why: 'method' };
  if (header(event, 'origin') !== '') return { status: 403, why: 'origin' };
  return header(event, 'x-slack-signature') === '' ? withKey(event, deps) : fromSlack(event, deps);
}

async function fromSlack(event: GatewayEvent, deps: CallerDependencies): Promise<Authenticated | Refused> {
  const signed = await withRenewedSecret(
    deps.secret,
    'signingSecret',
    (signingSecret) => verifySignature(event, signingSecret, deps.clock()),
    (checked) => 'status' in checked && checked.why === 'signature',
  );
  if ('status' in signed) return signed;
  return { caller: { kind: 'slack' }, raw: signed.raw, jobId: agentId(jobIdOf(signed.key)) };
}

async function withKey(event: GatewayEvent, { keys }: CallerDependencies): Promise<Authenticated | Refused> {
  const raw = rawBody(event);
  if (raw.length > maxBodyBytes) return { status: 413, why: 'too large' };
  const [, token] = /^bearer +(\S+)$/i.exec(header(event, 'authorization')) ?? [];
  if (token === undefined) return { status: 401, why: 'no signature and no key' };
  const key = await keys.find(token);
  if (!key) return { status: 401, why: 'key' };
  await keys.markUsed(key);
  const copies = header(event, 'idempotency-key');
  const jobId = agentId(jobIdOf(`${key.person}:${key.id}:${copies || randomUUID()}`));
  return { caller: { kind: 'key', key }, raw, jobId, isKeyed: copies !== '' };
}
