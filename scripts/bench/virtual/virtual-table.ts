import { OngoingTransactions } from '../../../local/aws/ongoing-transactions.ts';
import { keyTextOf } from '../../../local/aws/table-limits.ts';
import { keyIn, type Table, TransactionCanceled } from '../../../src/aws/sdk/dynamodb.ts';
import type { Millis } from '../../../src/core/clock.ts';
import { MemoryTable } from '../../../test/support/in-memory/memory-table.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How long a call of the table takes: a read or a single write, and a transaction with as many items. */
export interface TableLatency {
  readonly single: () => Millis;
  readonly transaction: (items: number) => Millis;
}

/** A table in virtual time, with AWS's limits: a transaction refuses others that write one of its items while it lasts. */
export class VirtualTable implements Table {
  readonly memory = new MemoryTable();
  readonly #ongoing = new OngoingTransactions();
  readonly #time: VirtualTime;
  readonly #latency: TableLatency;
  reads = 0;
  writes = 0;
  /** How many of the writes were refused. */
  refused = 0;

  constructor(time: VirtualTime, latency: TableLatency) {
    this.#time = time;
    this.#latency = latency;
    this.#ongoing.refuses = true;
  }

  get: Table['get'] = (key) => this.#single('reads', () => this.memory.get(key));
  query: Table['query'] = (query) => this.#single('reads', () => this.memory.query(query));
  put: Table['put'] = (put) => this.#single('writes', () => this.memory.put(put));
  update: Table['update'] = (update) => this.#single('writes', () => this.memory.update(update));

  transact: Table['transact'] = async (writes) => {
    this.writes += 1;
    const keys = writes.map((write) => keyTextOf(keyIn(write)));
    const conflicts = this.#ongoing.conflictsOf(keys);
    const perform = async (): Promise<void> => {
      await this.#time.sleep(this.#latency.transaction(writes.length));
      if (conflicts)
        throw new TransactionCanceled(
          conflicts.map((isMet) => ({ Code: isMet ? 'TransactionConflict' : 'None', Item: undefined })),
        );
      await this.memory.transact(writes);
    };
    try {
      await (conflicts ? perform() : this.#ongoing.during(keys, perform));
    } catch (error) {
      this.refused += 1;
      throw error;
    }
  };

  async #single<Result>(kind: 'reads' | 'writes', call: () => Promise<Result>): Promise<Result> {
    this[kind] += 1;
    await this.#time.sleep(this.#latency.single());
    return call();
  }
}
