import type { Aws } from '../../local/aws/index.ts';
import { ownTable } from '../unit/local/aws/local-aws.ts';

/** The entries of an account's audit log in the table, oldest first. */
export async function auditLog(aws: Aws, account = 'ACME') {
  const { items } = await ownTable(aws).query({
    KeyConditionExpression: 'pk = :pk AND sk < :head',
    ExpressionAttributeValues: { ':pk': `ledger#${account}`, ':head': 'head' },
  });
  return items;
}
