import { randomBytes } from 'node:crypto';
import { connect, type Engine, type EngineAnswer } from './engine.ts';
import { failedCondition, type Item, plain, readItem, unitsIn, type Write, writtenKey } from './item.ts';
import { unitsOf } from './table-limits.ts';
import { type TransactWrite, transactedWrites } from './transactions.ts';
import type { WriteUnits } from './write-units.ts';

/**
 * Connects to Amazon's DynamoDB Local, with a database of its own. It performs transactions and refuses what AWS refuses by itself.
 * `units` counts what its writes use.
 */
export function connectDynamoDbLocal(url: string, units: WriteUnits): Engine {
  const { call, close } = connect(url, `K${randomBytes(8).toString('hex')}`);

  async function writeOne(operation: string, input: Write): Promise<EngineAnswer> {
    const key = writtenKey(input);
    const answer = await call(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
    if (answer.status === 200) units.add(key.pk?.S, unitsIn(answer));
    else if (failedCondition(answer))
      units.add(key.pk?.S, unitsOf(plain(await itemAt(input.TableName, key))));
    return answer;
  }

  /** It says what a whole transaction used, and AWS bills each of its items. */
  async function transact(input: TransactWrite): Promise<EngineAnswer> {
    const writes = transactedWrites(input);
    const before = await Promise.all(writes.map((write) => itemAt(write.TableName, writtenKey(write))));
    const answer = await call('TransactWriteItems', input);
    if (answer.status === 200 || isCanceled(answer))
      for (const [at, write] of writes.entries())
        units.add(writtenKey(write).pk?.S, 2 * unitsOf(plain(before[at]), plain(write.Item)));
    return answer;
  }

  const itemAt = (TableName: string, key: Item): Promise<Item | undefined> =>
    readItem({ call, close }, TableName, key);

  return {
    call(operation, input) {
      switch (operation) {
        case 'TransactWriteItems':
          return transact(input as TransactWrite);
        case 'PutItem':
        case 'UpdateItem':
        case 'DeleteItem':
          return writeOne(operation, input as Write);
        default:
          return call(operation, input);
      }
    },
    close,
  };
}

const isCanceled = ({ body }: EngineAnswer): boolean =>
  String(body.__type).endsWith('#TransactionCanceledException');
