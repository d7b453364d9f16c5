import { unmarshall } from '@aws-sdk/util-dynamodb';
import { z } from 'zod';
import { type ArchivedObject, archivedObject, type Image } from '../../src/audit-log/archived-object.ts';
import type { Item, ReadOnlyTable } from '../../src/aws/sdk/dynamodb.ts';
import { chainVerifier } from '../../src/aws/sdk/verify-chain.ts';
import type { Verification } from '../../src/change/model/audit-log.ts';
import { mapConcurrently, maxConcurrency } from '../../src/core/map-concurrently.ts';
import { parseJson } from '../../src/core/parse-json.ts';
import type { ArchiveBucket } from './archive-bucket.ts';

/** What the archive has of an account's audit log. */
export interface ArchivedLog {
  readonly account: string;
  /** The objects that the table has entries for and the bucket lacks, oldest first. */
  readonly missing: readonly ArchivedObject[];
  /** The keys of objects whose entries the table lacks or has with another content, oldest first. */
  readonly onlyArchived: readonly string[];
  /** What verification finds in the objects of the bucket. */
  readonly verified: Verification;
}

/**
 * Compares the archive with the items of the table, and verifies it by what `/cloud history verify` verifies the table by. Resolves to a
 * result per account, sorted by account. An entry that is written meanwhile can be missing in the bucket, and never in the table.
 */
export async function compareArchive(
  readItems: () => Promise<readonly Image[]>,
  bucket: ArchiveBucket,
): Promise<readonly ArchivedLog[]> {
  const archived = (await bucket.keys()).filter((key) => objectKey.test(key)).sort();
  const inTable = Map.groupBy(
    (await readItems()).flatMap((item) => archivedObject(item) ?? []),
    ({ key }) => accountIn(key),
  );
  const inBucket = Map.groupBy(archived, accountIn);
  const logs: ArchivedLog[] = [];
  for (const account of [...new Set([...inTable.keys(), ...inBucket.keys()])].sort()) {
    const objects = (inTable.get(account) ?? []).toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const keys = inBucket.get(account) ?? [];
    const wanted = new Set(objects.map(({ key }) => key));
    const there = new Set(keys);
    const read = async (key: string) => itemIn(key, await bucket.read(key));
    const entries = await mapConcurrently(onePerNumber(keys, wanted), read, maxConcurrency.store);
    logs.push({
      account,
      missing: objects.filter(({ key }) => !there.has(key)),
      onlyArchived: keys.filter((key) => !wanted.has(key)),
      verified: await chainVerifier(tableOf(entries))(account),
    });
  }
  return logs;
}

/** Account, number and SHA-256. */
const objectKey = /^(.+)\/(\d{12})-[0-9a-f]{64}\.json$/;
const accountIn = (key: string): string => objectKey.exec(key)?.[1] ?? '';
const numberIn = (key: string): string => objectKey.exec(key)?.[2] ?? '';

/** Of several objects of one number, the one that is in the table counts: the others are in a restored table's former log. */
const onePerNumber = (keys: readonly string[], inTable: ReadonlySet<string>): readonly string[] =>
  [...Map.groupBy(keys, numberIn).values()].flatMap(
    ([first = '', ...more]) => [first, ...more].find((key) => inTable.has(key)) ?? first,
  );

const image = z.record(z.string(), z.looseObject({}));

/** Returns the item in an object, under the number in its key. Verification takes one that can't be read for a changed entry. */
function itemIn(key: string, body: string): Item {
  const sk = numberIn(key);
  try {
    return { ...unmarshall(Object(image.parse(parseJson(body)))), sk };
  } catch {
    return { sk };
  }
}

/** Answers what verification asks a table, from the entries of one account in their order. Its head points to the last one. */
function tableOf(items: readonly Item[]): ReadOnlyTable {
  const last = items.at(-1);
  return {
    get: async () => last && { seq: Number(last.sk), hash: last.hash },
    query: async ({ ExpressionAttributeValues: { ':from': from } }) => ({
      items: items.filter(({ sk }) => String(sk) >= String(from)),
      next: undefined,
    }),
  };
}
