import { randomBytes } from 'node:crypto';
import type { Instant } from '../core/clock.ts';

/** A key that an agent or a script uses on behalf of a person. JSON, without the secret. */
export interface ApiKey {
  /** Six hex digits, unique among the keys of the person. */
  readonly id: string;
  /** Slack user id. */
  readonly person: string;
  /** Slack workspace id. */
  readonly team: string;
  /** Alias of the account whose audit log records its creation. */
  readonly account: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** At most a minute before its last use; undefined if it was never used. */
  readonly lastUsedAt?: Instant;
}

/** A typed or pasted token, without its secret. */
export interface TypedToken extends Pick<ApiKey, 'person' | 'id'> {
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
}

/** The API keys of all people, stored by the SHA-256 of their tokens. Each call rejects if the store can't be reached. */
export interface ApiKeys {
  /**
   * Stores a key by the hash of its token. Replaces a key with this id, whose message is then sent again with another token. A
   * revoked key remains revoked.
   */
  put(key: ApiKey, hash: string): Promise<'stored' | 'replaced' | 'revoked'>;
  /** Finds the key of a token, by its hash; undefined if there is none, or if it was revoked or has expired. */
  findTyped(typed: TypedToken): Promise<ApiKey | undefined>;
  /** Returns the active keys of a person, oldest first. */
  of(person: string): Promise<readonly ApiKey[]>;
  /** Revokes a key by one conditional write. Resolves to false if it was revoked already. Safe to repeat. */
  revoke(person: string, id: string): Promise<boolean>;
  /** Revokes the active keys of a person, and resolves to them. Safe to repeat. */
  revokeAll(person: string): Promise<readonly ApiKey[]>;
  /** Records the use of a key. Writes at most once a minute. */
  markUsed(key: ApiKey): Promise<void>;
}

/**
 * The effect of a command on an API key. It takes place when the answer is delivered, since a token exists only in its message.
 */
export type KeyEffect = { readonly creates: Omit<ApiKey, 'team'> } | { readonly revokes: ApiKey };

/** Upper bound for the active keys of a person. */
export const maxKeys = 5;

/** Generates an id for a key that is not among those `taken`. */
export function newKeyId(taken: readonly string[]): string {
  const id = randomBytes(3).toString('hex');
  return taken.includes(id) ? newKeyId(taken) : id;
}

const targetKind = 'api-key/';

/** Returns the key as the target of an audit log entry. */
export const keyTarget = ({ id }: Pick<ApiKey, 'id'>): string => `${targetKind}${id}`;

/** Returns whether an audit log entry is about a key. */
export const isAboutKey = ({ targets }: { readonly targets: readonly string[] }): boolean =>
  targets.some((target) => target.startsWith(targetKind));

/** Returns the name of a key in sentences, as in "through API key 7f3a21". */
export const nameOfKey = ({ id }: Pick<ApiKey, 'id'>): string => `API key ${id}`;
