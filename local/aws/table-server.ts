import { listenOnLoopback } from '../loopback/listen.ts';
import type { FaultBoard } from './aws-faults.ts';
import { type Answer, awsJson } from './aws-json.ts';
import { createTable, deleteItems, expiredBy } from './bot-table.ts';
import { startEngine } from './engine.ts';
import { type Write, write } from './item.ts';
import { createSlots } from './slots.ts';
import { type TransactGet, type TransactWrite, transactGet, transactWriter } from './transactions.ts';

/** A local DynamoDB with the bot's table. */
export interface Table {
  readonly url: string;
  /** Deletes the items that have expired by then, in milliseconds since 1970, as DynamoDB does some time later. */
  expire(now: number): Promise<void>;
  /** Takes every item away, and lets items expire again. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const expiring = { AttributeName: 'ttl', Enabled: true };

interface TimeToLive {
  readonly TableName: string;
  readonly TimeToLiveSpecification: { readonly AttributeName: string; readonly Enabled: boolean };
}

interface Protection {
  readonly DeletionProtectionEnabled?: boolean;
}

interface Backups {
  readonly PointInTimeRecoverySpecification: { readonly PointInTimeRecoveryEnabled: boolean };
}

/** Starts DynamoDB and creates a table with the string keys `pk` and `sk` and the TTL attribute `ttl`. */
export async function startTable(options: {
  readonly name: string;
  readonly faults: FaultBoard;
}): Promise<Table> {
  const engine = await startEngine();
  const transactWrite = transactWriter(engine);
  const timeToLive = new Map<string, TimeToLive['TimeToLiveSpecification']>();
  /** What is said of the table, which is neither backed up nor protected here. */
  let recoverable = true;
  let isProtected = true;
  // One call at a time, so that a transaction has the tables to itself.
  const turn = createSlots(1);

  async function operate(operation: string, input: unknown): Promise<Answer> {
    switch (operation) {
      case 'TransactWriteItems':
        return transactWrite(input as TransactWrite);
      case 'TransactGetItems':
        return transactGet(engine, input as TransactGet);
      case 'UpdateTimeToLive': {
        const { TableName, TimeToLiveSpecification } = input as TimeToLive;
        timeToLive.set(TableName, TimeToLiveSpecification);
        return { status: 200, body: { TimeToLiveSpecification } };
      }
      case 'DescribeTimeToLive':
        return { status: 200, body: { TimeToLiveDescription: describe((input as TimeToLive).TableName) } };
      case 'DescribeTable':
        return withProtection(await engine.call(operation, input as object));
      case 'DescribeContinuousBackups':
        return { status: 200, body: { ContinuousBackupsDescription: backups() } };
      case 'UpdateContinuousBackups': {
        recoverable = (input as Backups).PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled;
        return { status: 200, body: { ContinuousBackupsDescription: backups() } };
      }
      case 'UpdateTable':
        isProtected = (input as Protection).DeletionProtectionEnabled ?? isProtected;
        return { status: 200, body: {} };
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return write(engine, operation, input as Write);
      default:
        return engine.call(operation, input as object);
    }
  }

  const backups = (): object => ({
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: recoverable ? 'ENABLED' : 'DISABLED' },
  });

  /** The engine knows no protection. */
  function withProtection({ status, body }: Answer): Answer {
    const { Table } = Object(body);
    return Table
      ? { status, body: { Table: { ...Table, DeletionProtectionEnabled: isProtected } } }
      : { status, body };
  }

  function describe(tableName: string): object {
    const specification = timeToLive.get(tableName);
    if (!specification?.Enabled) return { TimeToLiveStatus: 'DISABLED' };
    return { TimeToLiveStatus: 'ENABLED', AttributeName: specification.AttributeName };
  }

  async function clear(): Promise<void> {
    timeToLive.set(options.name, expiring);
    recoverable = true;
    isProtected = true;
    await deleteItems(engine, options.name);
  }

  await createTable(engine, options.name);
  timeToLive.set(options.name, expiring);
  const listener = awsJson('1.0', (operation, input) => turn.use(() => operate(operation, input)));
  const { url, close } = await listenOnLoopback(options.faults.guard('DynamoDB', listener));
  return {
    url,
    clear: () => turn.use(clear),
    expire: (now) => turn.use(() => deleteItems(engine, options.name, expiredBy(now))),
    async close() {
      await close();
      await engine.close();
    },
  };
}
