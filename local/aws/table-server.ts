import { listenOnLoopback } from '../loopback/listen.ts';
import type { FaultBoard } from './aws-faults.ts';
import { type Answer, awsJson } from './aws-json.ts';
import { createTable, deleteItems, expiredBy } from './bot-table.ts';
import { unlessConflicting } from './conflicts.ts';
import { startDynalite } from './dynalite-engine.ts';
import { connectDynamoDbLocal } from './dynamodb-local-engine.ts';
import { OngoingTransactions } from './ongoing-transactions.ts';
import { createSlots } from './slots.ts';
import { WriteUnits } from './write-units.ts';

/**
 * Starts DynamoDB and creates a table with the string keys `pk` and `sk` and the TTL attribute `ttl`. If `DYNAMODB_LOCAL` is the URL of
 * Amazon's DynamoDB Local, the table is there.
 */
export async function startTable(options: { readonly name: string; readonly faults: FaultBoard }) {
  const units = new WriteUnits();
  const { DYNAMODB_LOCAL: address } = process.env;
  const engine = address ? connectDynamoDbLocal(address, units) : await startDynalite(units);
  const ongoing = new OngoingTransactions();
  // One call at a time: nothing else may run during a transaction, or while items are taken away.
  const turn = createSlots(1);

  async function operate(operation: string, input: unknown): Promise<Answer> {
    switch (operation) {
      case 'DescribeTable':
        return withProtection(await engine.call(operation, input as object));
      case 'DescribeTimeToLive':
        return { status: 200, body: { TimeToLiveDescription: timeToLive(input as { TableName: string }) } };
      case 'DescribeContinuousBackups':
        return { status: 200, body: { ContinuousBackupsDescription: backedUp } };
      default:
        return engine.call(operation, input as object);
    }
  }

  const timeToLive = ({ TableName }: { readonly TableName: string }): object =>
    TableName === options.name
      ? { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' }
      : { TimeToLiveStatus: 'DISABLED' };

  await createTable(engine, options.name);
  const listener = awsJson('1.0', (operation, input) =>
    unlessConflicting(ongoing, operation, input, () => turn.use(() => operate(operation, input))),
  );
  const { url, close } = await listenOnLoopback(options.faults.guard('DynamoDB', listener));
  return {
    url,
    /** Returns the write units used since the start or the last `clear`, as AWS bills them: on one partition, or on all. */
    writeUnits: (pk?: string): number => (pk === undefined ? units.total : units.of(pk)),
    /**
     * Whether a write of an item that a transaction in progress writes is refused, as by AWS, until `clear`. Off by default: it
     * waits for its turn.
     */
    refuseConflicts(on: boolean): void {
      ongoing.refuses = on;
    },
    async clear(): Promise<void> {
      ongoing.refuses = false;
      await turn.use(() => deleteItems(engine, options.name));
      units.clear();
    },
    /** Deletes the items that have expired at `now`, in milliseconds since 1970; DynamoDB does so some time later. */
    expire: (now: number): Promise<void> => turn.use(() => deleteItems(engine, options.name, expiredBy(now))),
    async close(): Promise<void> {
      await close();
      await engine.close();
    },
  };
}

/** The description of the table, which has no backups and no deletion protection here. */
const backedUp = {
  ContinuousBackupsStatus: 'ENABLED',
  PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'ENABLED' },
};

function withProtection({ status, body }: Answer): Answer {
  const { Table } = Object(body);
  return { status, body: Table ? { Table: { ...Table, DeletionProtectionEnabled: true } } : body };
}
