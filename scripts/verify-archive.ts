import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import type { Image } from '../src/audit-log/archived-object.ts';
import { mapConcurrently, maxConcurrency } from '../src/core/map-concurrently.ts';
import { type ArchiveBucket, bucketIn } from './archive/archive-bucket.ts';
import { type ArchivedLog, compareArchive } from './archive/compare-archive.ts';
import { CommandError, type CommandLine, runCommand } from './command-line/command-line.ts';
import { stackFlags, variableFor } from './deployment/stack.ts';

const commandLine = {
  name: 'verify-archive',
  summary: `Verifies the copy of the audit log in the bucket, and compares it with the table. Needs a login to AWS that may
read both. Prints numbers and hashes of entries, and nothing of their content.`,
  options: {
    backfill: {
      type: 'boolean',
      default: false,
      description: 'copies entries first that the bucket lacks; replaces nothing',
    },
    ...stackFlags,
  },
  variables: {
    TABLE_NAME: 'without --stage: name of the table; required',
    ARCHIVE_BUCKET: 'without --stage: ARN of the bucket; required',
  },
} as const satisfies CommandLine;

/** Lists the items of the audit log of all accounts. Reads the whole table. */
async function auditLogItems(client: DynamoDBClient, TableName: string): Promise<readonly Image[]> {
  const scan = {
    TableName,
    ConsistentRead: true,
    FilterExpression: 'begins_with(pk, :log)',
    ExpressionAttributeValues: { ':log': { S: 'ledger#' } },
  };
  const pages = await Array.fromAsync(paginateScan({ client }, scan));
  return pages.flatMap(({ Items = [] }) => Items);
}

/**
 * Verifies the archive, and prints what was found. With `backfill` it copies first what the bucket lacks. Rejects with an error of AWS;
 * safe to repeat. Resolves to whether the bucket holds each entry of the table, all of them are intact, and there are no others.
 */
async function verifyArchive(
  readItems: () => Promise<readonly Image[]>,
  bucket: ArchiveBucket,
  { backfill, say }: { readonly backfill: boolean; readonly say: (line: string) => void },
): Promise<boolean> {
  if (backfill) {
    const missing = (await compareArchive(readItems, bucket)).flatMap((log) => log.missing);
    await mapConcurrently(missing, bucket.put, maxConcurrency.store);
    say(`Copied to the bucket: ${missing.length}`);
  }
  const logs = await compareArchive(readItems, bucket);
  for (const line of logs.flatMap(linesOf)) say(line);
  if (logs.length === 0) say('The audit log is empty, in the table and in the bucket.');
  return logs.every(isWhole);
}

const isWhole = ({ missing, onlyArchived, verified }: ArchivedLog): boolean =>
  missing.length === 0 && onlyArchived.length === 0 && verified.failure === undefined;

function linesOf({ account, missing, onlyArchived, verified }: ArchivedLog): readonly string[] {
  const { entries, last, failure } = verified;
  return [
    `${account}: ${entries} verified in the bucket${last ? `, the last one with the hash ${last.hash}` : ''}`,
    ...(failure ? [`${account}: entry ${failure.seq} ${failure.why}`] : []),
    ...missing.map(({ key }) => `${account}: only in the table: ${key}`),
    ...onlyArchived.map((key) => `${account}: only in the bucket: ${key}`),
  ];
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { backfill, ...flags } }) => {
    const tableName = await variableFor(flags, 'TABLE_NAME');
    const { ARCHIVE_BUCKET: arn } = process.env;
    if (!arn)
      throw new CommandError(
        'The audit log is not copied to a bucket. Deploy with --param archiveBucket, or set ARCHIVE_BUCKET.',
      );
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    const table = new DynamoDBClient();
    const s3 = new S3Client();
    const bucket = bucketIn(s3, arn.split(':').at(-1) ?? '');
    const isSound = await verifyArchive(() => auditLogItems(table, tableName), bucket, { backfill, say })
      .catch((error: Error) => {
        throw new CommandError(
          `Not all of the table or the bucket was read: ${error.message}\nRun this again: nothing is ever replaced.`,
        );
      })
      .finally(() => {
        table.destroy();
        s3.destroy();
      });
    if (!isSound) throw new CommandError('The bucket and the table differ, or an entry is not intact.');
  });
}
