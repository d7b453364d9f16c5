import { randomBytes } from 'node:crypto';
import { connect, type Engine, type EngineAnswer } from './engine.ts';
import { counted, plain, readItem, type Write, writtenKey } from './item.ts';
import { unitsOf } from './table-limits.ts';
import { type TransactWrite, transactedWrites } from './transactions.ts';
import type { WriteUnits } from './write-units.ts';

/**
 * Connects to Amazon's DynamoDB Local, with a database of its own. It performs transactions and refuses what AWS refuses by itself.
 * `units` counts what its writes use.
 */
export function connectDynamoDbLocal(url: string, units: WriteUnits): Engine {
  const engine = connect(url, `K${randomBytes(8).toString('hex')}`);
  const { call, close } = engine;

  const writeOne = async (operation: string, input: Write): Promise<EngineAnswer> =>
    counted(await call(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' }), input, engine, units);

  /** It says what a whole transaction used, and AWS bills each of its items. */
  async function transact(input: TransactWrite): Promise<EngineAnswer> {
    const writes = transactedWrites(input);
    const before = await Promise.all(
      writes.map((write) => readItem(engine, write.TableName, writtenKey(write))),
    );
    const answer = await call('TransactWriteItems', input);
    if (answer.status === 200 || isCanceled(answer))
      for (const [at, write] of writes.entries())
        units.add(writtenKey(write).pk?.S, 2 * unitsOf(plain(before[at]), plain(write.Item)));
    return answer;
  }

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
