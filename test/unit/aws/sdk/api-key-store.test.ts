import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { ApiKey } from '../../../../src/api-keys/api-key.ts';
import { hashOfToken, newToken } from '../../../../src/api-keys/api-key-token.ts';
import { apiKeysIn } from '../../../../src/aws/sdk/api-key-store.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { apiKeyOf } from '../../../support/made/api-key-of.ts';
import { ownTable } from '../../../support/made/own-table.ts';
import { typedOf } from '../../../support/made/typed-of.ts';

const local = awsOfFile();

const noon = Date.UTC(2026, 10, 22, 12);
const minute = 60_000;
const hour = 60 * minute;
const keys = (now = noon) => apiKeysIn(ownTable(local.aws), () => now);

let people = 0;
function newPerson(): string {
  people += 1;
  return `U0P${people}`;
}

const keyOf = (person: string, more: Partial<ApiKey> = {}) => apiKeyOf(noon, { person, ...more });

/** Stores a key, and resolves to its token. */
async function stored(key: ApiKey): Promise<string> {
  const token = newToken(key);
  expect(await keys().put(key, hashOfToken(token))).toBe('stored');
  return token;
}

const itemOf = async ({ person, id }: ApiKey) => {
  const Key = { pk: `api-key#${person}`, sk: id };
  return (await local.table.send(new GetCommand({ TableName: local.aws.tableName, Key }))).Item;
};

test('a key is found by its token alone, until it expires', async () => {
  const key = keyOf(newPerson());
  const token = await stored(key);
  expect(await keys().findTyped(typedOf(token))).toEqual(key);
  expect(await keys().findTyped(typedOf(newToken(key)))).toBeUndefined();
  expect(await keys().findTyped(typedOf(newToken({ ...key, id: '7f3b21' })))).toBeUndefined();
  expect(await keys().findTyped(typedOf(newToken({ ...key, person: newPerson() })))).toBeUndefined();
  expect(await keys().findTyped(typedOf('skydesk'))).toBeUndefined();
  expect(await keys(key.expiresAt - 1).findTyped(typedOf(token))).toEqual(key);
  expect(await keys(key.expiresAt).findTyped(typedOf(token))).toBeUndefined();
  expect((await itemOf(key))?.ttl).toBeGreaterThan(key.expiresAt / 1000);
});

test('a key of a restored table is refused, since it may have been revoked after the restored time', async () => {
  const key = keyOf(newPerson());
  const token = await stored(key);
  const restoredTo = (at: number) => apiKeysIn(ownTable(local.aws), () => noon + 2 * hour, at);
  expect(await restoredTo(noon + hour).findTyped(typedOf(token))).toBeUndefined();
  expect(await restoredTo(noon + hour).of(key.person)).toEqual([]);
  expect(await restoredTo(noon - hour).findTyped(typedOf(token))).toEqual(key);
});

test('no item holds a token, or its secret part', async () => {
  const token = await stored(keyOf(newPerson()));
  const { Items } = await local.table.send(new ScanCommand({ TableName: local.aws.tableName }));
  expect(JSON.stringify(Items)).not.toContain(token.slice(-43));
});

test('a key whose message is sent again gets a new token in place of the one that nobody saw', async () => {
  const key = keyOf(newPerson());
  const [unseen, seen] = [await stored(key), newToken(key)];
  expect(await keys().put(key, hashOfToken(seen))).toBe('replaced');
  expect(await keys().findTyped(typedOf(unseen))).toBeUndefined();
  expect(await keys().findTyped(typedOf(seen))).toEqual(key);
});

test('a person has their working keys, oldest first, and none of another person', async () => {
  const person = newPerson();
  const [late, early, revoked, expired] = [
    keyOf(person, { id: '00000a', createdAt: noon + 1 }),
    keyOf(person, { id: '00000b' }),
    keyOf(person, { id: '00000c' }),
    keyOf(person, { id: '00000d', expiresAt: noon }),
  ];
  for (const key of [late, early, revoked, expired]) await stored(key);
  await keys().revoke(person, revoked.id);
  expect(await keys().of(person)).toEqual([early, late]);
  expect(await keys().of(newPerson())).toEqual([]);
});

test('a revoked key never works again, is revoked once, and leaves no hash', async () => {
  const key = keyOf(newPerson());
  const token = await stored(key);
  expect(await keys().revoke(newPerson(), key.id)).toBe(false);
  expect(await keys().findTyped(typedOf(token))).toEqual(key);
  expect(await keys().revoke(key.person, key.id)).toBe(true);
  expect(await keys().revoke(key.person, key.id)).toBe(false);
  expect(await keys().findTyped(typedOf(token))).toBeUndefined();
  expect(await keys().put(key, hashOfToken(token))).toBe('revoked');
  expect(await keys().findTyped(typedOf(token))).toBeUndefined();
  expect(await itemOf(key)).not.toHaveProperty('tokenHash');
});

test('all keys of a person are revoked, and those of others stay', async () => {
  const [mine, others] = [newPerson(), newPerson()];
  const tokens = [await stored(keyOf(mine)), await stored(keyOf(mine, { id: '7f3b21' }))];
  const kept = await stored(keyOf(others));
  expect((await keys().revokeAll(mine)).map(({ id }) => id)).toEqual(['7f3a21', '7f3b21']);
  expect(await keys().revokeAll(mine)).toEqual([]);
  for (const token of tokens) expect(await keys().findTyped(typedOf(token))).toBeUndefined();
  expect(await keys().findTyped(typedOf(kept))).toBeDefined();
});

test('its use is written at most once a minute, and never brings a revoked key back', async () => {
  const key = keyOf(newPerson());
  const token = await stored(key);
  const usedAt = async (at: number) => {
    const found = await keys(at).findTyped(typedOf(token));
    if (found) await keys(at).markUsed(found);
    return (await keys(at).findTyped(typedOf(token)))?.lastUsedAt;
  };
  expect(await usedAt(noon)).toBe(noon);
  expect(await usedAt(noon + minute - 1)).toBe(noon);
  expect(await usedAt(noon + minute)).toBe(noon + minute);
  await keys().markUsed(key);
  expect(await usedAt(noon + minute)).toBe(noon + minute);
  await keys().revoke(key.person, key.id);
  await keys(noon + hour).markUsed(key);
  expect(await keys(noon + hour).of(key.person)).toEqual([]);
});
