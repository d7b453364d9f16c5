import type { RequestListener } from 'node:http';
import dynalite from 'dynalite';
import { listenOnLoopback } from '../loopback/listen.ts';
import { connect, type Engine, type EngineAnswer } from './engine.ts';
import { failedCondition, plain, readItem, unitsIn, type Write, write, writtenKey } from './item.ts';
import { createSlots } from './slots.ts';
import { unitsOf } from './table-limits.ts';
import { type TransactGet, type TransactWrite, transactGet, transactWriter } from './transactions.ts';
import type { WriteUnits } from './write-units.ts';

/** Starts an engine in this process, to which transactions are added. `units` counts what its writes use. */
export async function startDynalite(units: WriteUnits): Promise<Engine> {
  const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
  // dynalite itself does not listen: every request has to pass the guard.
  const listener: RequestListener = (request, response) => void server.emit('request', request, response);
  const { url, close } = await listenOnLoopback(listener);
  const single = connect(`${url}/`, 'local');
  const transactWrite = transactWriter(single, units);
  // One call at a time: nothing else may run during a transaction.
  const turn = createSlots(1);

  async function perform(operation: string, input: object): Promise<EngineAnswer> {
    switch (operation) {
      case 'TransactWriteItems':
        return transactWrite(input as TransactWrite);
      case 'TransactGetItems':
        return transactGet(single, input as TransactGet);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return writeOne(operation, input as Write);
      default:
        return single.call(operation, input);
    }
  }

  async function writeOne(operation: string, input: Write): Promise<EngineAnswer> {
    const answer = await write(single, operation, input);
    const key = writtenKey(input);
    if (answer.status === 200) units.add(key.pk?.S, unitsIn(answer));
    else if (failedCondition(answer))
      units.add(key.pk?.S, unitsOf(plain(await readItem(single, input.TableName, key))));
    return answer;
  }

  return {
    call: (operation, input) => turn.use(() => perform(operation, input)),
    async close() {
      await single.close();
      await close();
      // Closing the server also closes its store.
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
