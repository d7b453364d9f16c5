import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiKey, TypedToken } from './api-key.ts';

/** Bytes of the secret part of a token: it can't be guessed, so a plain SHA-256 of it needs no salt. */
const secretBytes = 32;

const token = /skydesk_([UW][A-Z0-9]{1,30})_([0-9a-f]{6})_[\w-]{43}/g;
const form = new RegExp(`^${token.source}$`);

/** The tokens in a text, each once. Says nothing about whether their keys exist. */
export function tokensIn(text: string): readonly TypedToken[] {
  const found = new Map([...text.matchAll(token)].map(([whole, person, id]) => [whole, { person, id }]));
  return [...found].flatMap(([whole, { person, id }]) =>
    person && id ? [{ person, id, hash: hashOfToken(whole) }] : [],
  );
}

export const hasToken = (text: string): boolean => tokensIn(text).length > 0;

/** Makes a token for a key: each call another one. Its name and its parts tell a scanner for leaked secrets, and people, what it is. */
export const newToken = ({ person, id }: Pick<ApiKey, 'person' | 'id'>): string =>
  `skydesk_${person}_${id}_${randomBytes(secretBytes).toString('base64url')}`;

/** Whose key a token would be; undefined for a text that is no token. Says nothing about whether the key exists. */
export function readToken(token: string): Pick<ApiKey, 'person' | 'id'> | undefined {
  const [, person, id] = form.exec(token) ?? [];
  return person !== undefined && id !== undefined ? { person, id } : undefined;
}

/** SHA-256 of a token, in hex: all that is stored of it. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether two hashes of tokens, in hex, are the same. Takes the same time for each. */
export function isSameHash(one: string, hash: string): boolean {
  const [given, stored] = [one, hash].map((hex) => Buffer.from(hex, 'hex'));
  return (
    given !== undefined &&
    stored !== undefined &&
    given.length === stored.length &&
    timingSafeEqual(given, stored)
  );
}
