import type { TypedToken } from '../api-keys/api-key.ts';
import { hashOfToken, readToken } from '../api-keys/api-key-token.ts';
import { agentId } from '../change/model/ids.ts';
import { sha256 } from '../core/sha256.ts';
import { type GatewayEvent, header } from '../http/gateway-event.ts';

/** A request with an API key, which may not be valid. */
interface KeyCall {
  readonly key: TypedToken;
  /** Id of its job: identical for all requests with this key and this `Idempotency-Key`. */
  readonly id: string;
  /** Whether it has an `Idempotency-Key`. */
  readonly isKeyed: boolean;
}

/** Returns the API key of a request, `Authorization: Bearer …`; undefined if it has none. */
export function keyCallOf(event: GatewayEvent): KeyCall | undefined {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header(event, 'authorization')) ?? [];
  const named = readToken(token);
  if (!named) return undefined;
  const key = { ...named, hash: hashOfToken(token) };
  const copies = header(event, 'idempotency-key');
  const own = copies || event.requestContext?.requestId;
  return { key, id: agentId(sha256([key.person, key.id, own]).slice(0, 32)), isKeyed: copies !== '' };
}
