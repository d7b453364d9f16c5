import { randomBytes } from 'node:crypto';
import type { Instant } from '../core/clock.ts';

/** A key with which an agent or a script asks in the name of a person. JSON, without the secret. */
export interface ApiKey {
  /** Six hex digits, which tell it from the other keys of the person. */
  readonly id: string;
  /** Slack user id. */
  readonly person: string;
  /** Slack workspace id. */
  readonly team: string;
  /** Alias of the account whose audit log has its creation. */
  readonly account: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** At most a minute before it was used last; undefined if it was not used yet. */
  readonly lastUsedAt?: Instant;
}

/** A token that somebody typed or pasted, without its secret. */
export interface TypedToken extends Pick<ApiKey, 'person' | 'id'> {
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
}

/** The API keys of all people. What is stored of a token is its SHA-256. Each call rejects if the store can't be reached. */
export interface ApiKeys {
  /**
   * Stores a key by the hash of its token. A key with this id is replaced, since its message is sent again with another token.
   * A key that was revoked stays revoked.
   */
  put(key: ApiKey, hash: string): Promise<'stored' | 'replaced' | 'revoked'>;
  /** The key of a token; undefined if there is none, or if it was revoked or has expired. */
  find(token: string): Promise<ApiKey | undefined>;
  /** As `find`, for a token of which only the hash is at hand. */
  findTyped(typed: TypedToken): Promise<ApiKey | undefined>;
  /** The keys of a person that work now, oldest first. */
  of(person: string): Promise<readonly ApiKey[]>;
  /** Revokes a key by one conditional write. Resolves to whether it was not revoked before. Safe to repeat. */
  revoke(person: string, id: string): Promise<boolean>;
  /** Revokes the keys of a person that work, and resolves to them. Safe to repeat. */
  revokeAll(person: string): Promise<readonly ApiKey[]>;
  /** Notes that a key is used now. Writes at most once a minute. */
  markUsed(key: ApiKey): Promise<void>;
}

/** What a command does to an API key. It is done when the answer is delivered, since a token exists in its message only. */
export type KeyEffect = { readonly creates: Omit<ApiKey, 'team'> } | { readonly revokes: ApiKey };

/** Upper bound for the keys of a person that work at one time. */
export const maxKeys = 5;

/** Makes an id for a key, which is not among those `taken`. */
export function newKeyId(taken: readonly string[]): string {
  const id = randomBytes(3).toString('hex');
  return taken.includes(id) ? newKeyId(taken) : id;
}

const targetKind = 'api-key/';

/** The key as the target of an audit log entry. */
export const keyTarget = ({ id }: Pick<ApiKey, 'id'>): string => `${targetKind}${id}`;

/** Whether an audit log entry is about a key. */
export const isAboutKey = ({ targets }: { readonly targets: readonly string[] }): boolean =>
  targets.some((target) => target.startsWith(targetKind));

/** What a key is called in sentences, and in "through API key 7f3a21". */
export const nameOfKey = ({ id }: Pick<ApiKey, 'id'>): string => `API key ${id}`;
