import type { Clock, Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Table } from './dynamodb.ts';

/** A call takes some ten milliseconds. One that takes so long has been repeated, throttled or stalled. */
const slow: Millis = 200;

/** Wraps a table to log each slow call, by the name of its action and without its keys. The SDK's own retries are part of a call. */
export function withTableLog(table: Table, log: Log, clock: Clock): Table {
  const timed = async <Output>(method: string, call: Promise<Output>): Promise<Output> => {
    const began = clock();
    try {
      return await call;
    } finally {
      const ms = clock() - began;
      if (ms >= slow) log('table call', { method, ms });
    }
  };
  return {
    get: (key) => timed('GetItem', table.get(key)),
    put: (put) => timed('PutItem', table.put(put)),
    update: (update) => timed('UpdateItem', table.update(update)),
    query: (query) => timed('Query', table.query(query)),
    transact: (writes) => timed('TransactWriteItems', table.transact(writes)),
  };
}
