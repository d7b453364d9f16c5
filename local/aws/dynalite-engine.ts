import type { RequestListener } from 'node:http';
import dynalite from 'dynalite';
import { listenOnLoopback } from '../loopback/listen.ts';
import { connect, type Engine, type EngineAnswer } from './engine.ts';
import { counted, type Write, write } from './item.ts';
import { type TransactGet, type TransactWrite, transactGet, transactWriter } from './transactions.ts';
import type { WriteUnits } from './write-units.ts';

/**
 * Starts an engine in this process, to which transactions are added: the caller ensures that nothing else runs during one. `units`
 * counts what its writes use.
 */
export async function startDynalite(units: WriteUnits): Promise<Engine> {
  const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
  // dynalite itself does not listen: every request has to pass the guard.
  const listener: RequestListener = (request, response) => void server.emit('request', request, response);
  const { url, close } = await listenOnLoopback(listener);
  const single = connect(`${url}/`, 'local');
  const transactWrite = transactWriter(single, units);

  async function call(operation: string, input: object): Promise<EngineAnswer> {
    switch (operation) {
      case 'TransactWriteItems':
        return transactWrite(input as TransactWrite);
      case 'TransactGetItems':
        return transactGet(single, input as TransactGet);
      case 'PutItem':
      case 'UpdateItem':
      case 'DeleteItem':
        return counted(await write(single, operation, input as Write), input as Write, single, units);
      default:
        return single.call(operation, input);
    }
  }

  return {
    call,
    async close() {
      await single.close();
      await close();
      // Closing the server also closes its store.
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
