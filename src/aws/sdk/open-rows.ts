import { keysOn, type OpenRow } from '../../change/model/open-row.ts';
import { contentIn } from './content.ts';
import type { ReadOnlyTable } from './dynamodb.ts';
import { itemsIn, itemsOf } from './items.ts';

/** Returns the partition that lists what stands open in an account. */
export const openIn = (account: string): string => `open#${account.toUpperCase()}`;

/** Reads what stands open in an account, or only on one resource of it. */
export const readOpenRows = (
  table: ReadOnlyTable,
  account: string,
  resource?: string,
): Promise<readonly OpenRow[]> =>
  Array.fromAsync(
    resource === undefined
      ? itemsIn(table, openIn(account))
      : itemsOf(table, {
          KeyConditionExpression: 'pk = :open AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':open': openIn(account),
            ':first': keysOn(resource),
            ':last': `${keysOn(resource)}~`,
          },
        }),
    (item): OpenRow => contentIn(item),
  );
