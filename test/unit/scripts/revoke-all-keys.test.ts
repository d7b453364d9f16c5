import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { revokeAllKeys } from '../../../scripts/revoke-all-keys.ts';
import type { ApiKey } from '../../../src/api-keys/api-key.ts';
import { hashOfToken, newToken } from '../../../src/api-keys/api-key-token.ts';
import { apiKeysIn } from '../../../src/aws/sdk/api-key-store.ts';
import { auditLogIn } from '../../../src/aws/sdk/audit-log-store.ts';
import { localAws } from '../../support/local-aws.ts';
import { ownTable } from '../../support/made/own-table.ts';
import { typedOf } from '../../support/made/typed-of.ts';

const hour = 3_600_000;
const keyOf = (person: string, id: string, expiresAt: number): ApiKey => {
  const createdAt = expiresAt - 8 * hour;
  return { id, person, team: 'T0SKYDESK', account: 'ACME', createdAt, expiresAt };
};

/** Two working keys, of two people, and one that has expired. */
async function threeKeys() {
  const { aws } = await localAws();
  const table = ownTable(aws);
  const apiKeys = apiKeysIn(table, Date.now);
  const later = Date.now() + hour;
  const stored = [
    keyOf('U0ANA', '7f3a21', later),
    keyOf('U0BEN', 'c0ffee', later),
    keyOf('U0CORA', 'dead01', later - 2 * hour),
  ].map((key) => ({ key, token: newToken(key) }));
  for (const { key, token } of stored) await apiKeys.put(key, hashOfToken(token));
  const client = new DynamoDBClient({
    region: aws.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint: aws.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
  });
  onTestFinished(() => client.destroy());
  const working = async () => {
    const found = await Promise.all(stored.map(({ token }) => apiKeys.findTyped(typedOf(token))));
    return found.flatMap((key) => (key ? [key.id] : []));
  };
  const logged = async () => {
    const { entries } = await auditLogIn(table).read({ account: 'ACME', limit: 10 });
    return entries.map(({ event, person, note }) => [event, person, note]);
  };
  return { client, tableName: aws.tableName, working, logged };
}

test('revokes the keys of all people, lists them, and logs each once', async () => {
  const { client, tableName, working, logged } = await threeKeys();
  const said: string[] = [];
  const run = () => revokeAllKeys(client, tableName, { dryRun: false, say: (line) => said.push(line) });
  expect(await working()).toEqual(['7f3a21', 'c0ffee']);
  expect(await run()).toBe(true);
  expect(await working()).toEqual([]);
  expect(said.sort()).toEqual(['API key 7f3a21 of U0ANA revoked', 'API key c0ffee of U0BEN revoked']);
  expect(await run()).toBe(true);
  expect(said.at(-1)).toBe('No API key works now.');
  const why = 'An operator revoked the API keys of all people.';
  expect((await logged()).sort()).toEqual([
    ['ended', 'U0ANA', why],
    ['ended', 'U0BEN', why],
  ]);
});

test('a dry run lists the keys, and revokes and logs nothing', async () => {
  const { client, tableName, working, logged } = await threeKeys();
  const said: string[] = [];
  await revokeAllKeys(client, tableName, { dryRun: true, say: (line) => said.push(line) });
  expect(said.sort()).toEqual([
    'API key 7f3a21 of U0ANA would be revoked',
    'API key c0ffee of U0BEN would be revoked',
  ]);
  expect(await working()).toEqual(['7f3a21', 'c0ffee']);
  expect(await logged()).toEqual([]);
});

test('keys that were revoked before the table failed are in the audit log', async () => {
  const { client, tableName, working, logged } = await threeKeys();
  let updates = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'UpdateItemCommand') updates += 1;
        if (updates === 2) throw new Error('the table is away');
        return next(args);
      },
    { step: 'initialize' },
  );
  const run = () => revokeAllKeys(client, tableName, { dryRun: false, say: () => {} });
  await expect(run()).rejects.toThrow();
  expect(await working()).toHaveLength(1);
  updates += 1;
  expect(await run()).toBe(true);
  expect((await logged()).map(([, person]) => person).sort()).toEqual(['U0ANA', 'U0BEN']);
});
