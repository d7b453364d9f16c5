import type { Aws } from '../../local/aws/index.ts';
import { auditLogIn } from '../../src/aws/sdk/audit-log-store.ts';
import { ownTable } from './local-aws.ts';

/** Reads the entries of an account's audit log from the table, oldest first. */
export async function auditLog(aws: Aws, account = 'ACME') {
  const { items } = await ownTable(aws).query({
    KeyConditionExpression: 'pk = :pk AND sk < :head',
    ExpressionAttributeValues: { ':pk': `ledger#${account}`, ':head': 'head' },
  });
  return items;
}

/** Verifies the whole audit log of ACME. Resolves to its number of entries and its fault, if any. */
export const verifyAuditLog = (aws: Aws) => auditLogIn(ownTable(aws)).verify('ACME');

/** Appends an entry without a cause. */
export const appendEntry = (aws: Aws, entry: Parameters<ReturnType<typeof auditLogIn>['append']>[0]) =>
  auditLogIn(ownTable(aws)).append(entry, entry.request);
