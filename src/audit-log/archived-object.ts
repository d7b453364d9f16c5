import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item as DynamoDB writes it in JSON: `{"seq": {"N": "1"}}`. */
export type Image = Readonly<Record<string, AttributeValue>>;

/** An object of the archive: an entry of the audit log. */
export interface ArchivedObject {
  /** `ACCOUNT/NUMBER-SHA256.json`: the SHA-256, in hex, is that of the body. */
  readonly key: string;
  /** The whole item in DynamoDB's JSON, its attributes sorted by name. */
  readonly body: string;
}

/** The account and the number, with leading zeros, in the key of an entry's item. Nothing else of an account's log is archived. */
const entryKey = /^ledger#(.{1,200})\n(\d{12})$/;

/** Returns which entry an item of the table is, by its key; undefined if it is none. */
export function entryAt({
  pk,
  sk,
}: Image): { readonly account: string; readonly number: string } | undefined {
  const [, account, number] = entryKey.exec(`${pk?.S}\n${sk?.S}`) ?? [];
  return account === undefined || number === undefined ? undefined : { account, number };
}

/**
 * Returns the object for an item of the table; undefined if the item is no entry of the audit log. The same content has the same key,
 * so an entry that is archived twice is one object. Another content of the same number is another object, and both stay.
 */
export function archivedObject(item: Image): ArchivedObject | undefined {
  const entry = entryAt(item);
  if (!entry) return undefined;
  const body = JSON.stringify(Object.fromEntries(Object.entries(item).sort()));
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { key: `${entry.account}/${entry.number}-${sha256}.json`, body };
}
