import { once } from 'node:events';
import { Agent, type IncomingMessage, type RequestListener, request } from 'node:http';
import { json } from 'node:stream/consumers';
import dynalite from 'dynalite';
import { listenOnLoopback } from '../loopback/listen.ts';
import type { Answer } from './aws-json.ts';

/** A response of DynamoDB, possibly an error. */
export interface EngineAnswer extends Answer {
  readonly body: Readonly<Record<string, unknown>>;
}

/** DynamoDB's single-item calls, queries and tables. Transactions and TTL build on it. */
export interface Engine {
  /** Performs one operation, such as `PutItem`. */
  call(operation: string, input: object): Promise<EngineAnswer>;
  close(): Promise<void>;
}

const signed = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/** Starts the engine on its own port. */
export async function startEngine(): Promise<Engine> {
  const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
  // dynalite itself does not listen: every request has to pass the guard.
  const listener: RequestListener = (request, response) => void server.emit('request', request, response);
  const { url, close } = await listenOnLoopback(listener);
  // Node's own client takes half the time of fetch, and a transaction makes about six calls.
  const agent = new Agent({ keepAlive: true });
  return {
    async call(operation, input) {
      const content = JSON.stringify(input);
      const headers = {
        ...signed,
        'content-length': Buffer.byteLength(content),
        'x-amz-target': `DynamoDB_20120810.${operation}`,
      };
      const asked = request(`${url}/`, { method: 'POST', agent, headers }).end(content);
      const [answer]: IncomingMessage[] = await once(asked, 'response');
      if (!answer) throw new Error('The engine gave no answer');
      return { status: answer.statusCode ?? 500, body: (await json(answer)) as EngineAnswer['body'] };
    },
    async close() {
      agent.destroy();
      await close();
      // Closing the server also closes its store.
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
