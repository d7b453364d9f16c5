import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKey, TypedToken } from './api-key.ts';

/** Bytes of the secret part of a token. It can't be guessed, so its plain SHA-256 needs no salt. */
const secretBytes = 32;

const token = /skydesk_([UW][A-Z0-9]{1,30})_([0-9a-f]{6})_[\w-]{43}/g;
const form = new RegExp(`^${token.source}$`);

/** Returns the tokens in a text, each once. Doesn't check whether their keys exist. */
export function tokensIn(text: string): readonly TypedToken[] {
  const found = new Map([...text.matchAll(token)].map(([whole, person, id]) => [whole, { person, id }]));
  return [...found].flatMap(([whole, { person, id }]) =>
    person && id ? [{ person, id, hash: hashOfToken(whole) }] : [],
  );
}

export const hasToken = (text: string): boolean => tokensIn(text).length > 0;

/** Generates a random token for a key. Its prefix and parts identify it to people and to scanners for leaked secrets. */
export const newToken = ({ person, id }: Pick<ApiKey, 'person' | 'id'>): string =>
  `skydesk_${person}_${id}_${randomBytes(secretBytes).toString('base64url')}`;

/** Returns the person and the id in a token; undefined if the text is no token. Doesn't check whether the key exists. */
export function readToken(token: string): Pick<ApiKey, 'person' | 'id'> | undefined {
  const [, person, id] = form.exec(token) ?? [];
  return person !== undefined && id !== undefined ? { person, id } : undefined;
}

/** Returns the SHA-256 of a token in hex, the only part of it that is stored. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Compares two token hashes, in hex, in constant time. */
export function isSameHash(one: string, hash: string): boolean {
  const [given, stored] = [one, hash].map((hex) => Buffer.from(hex, 'hex'));
  return (
    given !== undefined &&
    stored !== undefined &&
    given.length === stored.length &&
    timingSafeEqual(given, stored)
  );
}
