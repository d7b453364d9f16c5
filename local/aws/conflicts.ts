import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Answer, AwsError } from './aws-json.ts';
import { type Item, type Write, writtenKey } from './item.ts';
import type { OngoingTransactions } from './ongoing-transactions.ts';
import { keyTextOf } from './table-limits.ts';
import { canceled, type TransactWrite, transactedKeys } from './transactions.ts';

const message = 'Transaction is ongoing for the item';

/** Performs a call, unless it writes an item of a transaction in progress. */
export async function unlessConflicting(
  ongoing: OngoingTransactions,
  operation: string,
  input: unknown,
  perform: () => Promise<Answer>,
): Promise<Answer> {
  const keys = keysWritten(operation, input).map((key) => keyTextOf(unmarshall(key)));
  const conflicts = ongoing.conflictsOf(keys);
  const isTransaction = operation === 'TransactWriteItems';
  if (!conflicts) return isTransaction ? ongoing.during(keys, perform) : perform();
  if (!isTransaction) throw new AwsError('TransactionConflictException', message);
  return canceled(
    conflicts.map((isMet) => (isMet ? { Code: 'TransactionConflict', Message: message } : undefined)),
  );
}

function keysWritten(operation: string, input: unknown): readonly Item[] {
  switch (operation) {
    case 'TransactWriteItems':
      return transactedKeys(input as TransactWrite);
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [writtenKey(input as Write)];
    default:
      return [];
  }
}
