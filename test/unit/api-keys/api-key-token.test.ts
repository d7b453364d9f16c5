import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newKeyId } from '../../../src/api-keys/api-key.ts';
import { hashOfToken, isSameHash, newToken, readToken } from '../../../src/api-keys/api-key-token.ts';

const key = { person: 'U0ANA', id: '7f3a21' };

test('a token names its key, has 32 random bytes, and is different each time', () => {
  const tokens = Array.from({ length: 100 }, () => newToken(key));
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) {
    expect(token).toMatch(/^skydesk_U0ANA_7f3a21_[\w-]{43}$/);
    expect(readToken(token)).toEqual(key);
  }
});

test('a new id is not one of those in use', () => {
  const ids = Array.from({ length: 100 }, () => newKeyId([]));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{6}$/);
  expect(ids).not.toContain(newKeyId(ids));
});

test('a hash belongs to its token alone, and contains no part of it', () => {
  const [token, other] = [newToken(key), newToken(key)];
  const hash = hashOfToken(token);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(isSameHash(hashOfToken(token), hash)).toBe(true);
  expect(isSameHash(hashOfToken(other), hash)).toBe(false);
  for (const broken of ['', 'undefined', hash.slice(1), `${hash}00`])
    expect(isSameHash(hash, broken)).toBe(false);
});

test('no other text is a token, however close', () => {
  const token = newToken(key);
  const close = [
    '',
    token.slice(0, -1),
    `${token}A`,
    `${token}\n`,
    ` ${token}`,
    token.toUpperCase(),
    token.replace('U0ANA', 'C0ANA'),
    token.replace('7f3a21', '7F3A21'),
    token.replace('7f3a21', '7f3a217'),
    token.replace('skydesk_', ''),
  ];
  for (const text of close) expect(readToken(text)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (text) => readToken(text) === undefined));
});
