import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type ApiKey, nameOfKey } from '../src/api-keys/api-key.ts';
import { appendEntries } from '../src/audit-log/append-entries.ts';
import { keyIn } from '../src/aws/sdk/api-key-items.ts';
import { apiKeysIn } from '../src/aws/sdk/api-key-store.ts';
import { auditLogIn } from '../src/aws/sdk/audit-log-store.ts';
import { tableIn } from '../src/aws/sdk/dynamodb.ts';
import { revokedBySkydeskEntry } from '../src/evaluate/key-entries.ts';
import { CommandError, type CommandLine, runCommand } from './command-line/command-line.ts';
import { stackFlags, variableFor } from './deployment/stack.ts';

const commandLine = {
  name: 'revoke-keys',
  summary: `Revokes the API keys of all people, each with an entry in the audit log. Nothing can use them from then on.
Needs a login to AWS. Prints the id and the person of each key.`,
  options: {
    'dry-run': { type: 'boolean', default: false, description: 'lists the keys, and revokes nothing' },
    ...stackFlags,
  },
  variables: { TABLE_NAME: 'without --stage: name of the table; required' },
} as const satisfies CommandLine;

const why = 'An operator revoked the API keys of all people.';

/**
 * Revokes all valid API keys, and prints a line for each. With `dryRun` it only prints. Rejects with an error of AWS if the table
 * can't be reached; safe to repeat. Resolves to whether the audit log has an entry for each.
 */
export async function revokeAllKeys(
  client: DynamoDBClient,
  tableName: string,
  { dryRun, say }: { readonly dryRun: boolean; readonly say: (line: string) => void },
): Promise<boolean> {
  const table = tableIn(client, tableName);
  const apiKeys = apiKeysIn(table, Date.now);
  const keys = await allKeys(client, tableName);
  if (keys.length === 0) say('No API key works now.');
  const deps = { auditLog: auditLogIn(table), log: () => {} };
  let areLogged = true;
  for (const key of keys) {
    if (!dryRun) {
      await apiKeys.revoke(key.person, key.id);
      // Logged at once: if the run is repeated, it no longer finds this key.
      const entry = revokedBySkydeskEntry(key, Date.now(), why);
      areLogged = (await appendEntries([entry], 'revoke-keys', deps)) && areLogged;
    }
    say(`${nameOfKey(key)} of ${key.person} ${dryRun ? 'would be revoked' : 'revoked'}`);
  }
  return areLogged;
}

async function allKeys(client: DynamoDBClient, TableName: string): Promise<readonly ApiKey[]> {
  const scan = {
    TableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(pk, :keys)',
    ExpressionAttributeValues: { ':keys': { S: 'api-key#' } },
  };
  const pages = await Array.fromAsync(paginateScan({ client }, scan));
  return pages.flatMap(({ Items = [] }) => Items.flatMap((one) => keyIn(unmarshall(one), Date.now()) ?? []));
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { 'dry-run': dryRun, ...flags } }) => {
    const tableName = await variableFor(flags, 'TABLE_NAME');
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    const client = new DynamoDBClient();
    const areLogged = await revokeAllKeys(client, tableName, { dryRun, say })
      .catch((error: Error) => {
        throw new CommandError(
          `Not all keys were read or revoked: ${error.message}\nRun this again: keys that were revoked stay revoked.`,
        );
      })
      .finally(() => client.destroy());
    if (!areLogged) throw new CommandError('The keys were revoked, but the audit log lacks some of them.');
  });
}
