import { once } from 'node:events';
import dynalite from 'dynalite';
import type { Answer } from './aws-json.ts';

/** DynamoDB's own answer, an error included. */
export interface EngineAnswer extends Answer {
  readonly body: Readonly<Record<string, unknown>>;
}

/** DynamoDB's single-item calls, queries and tables; transactions and TTL are built on top of it. */
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

/** Starts the engine behind a port of its own. */
export async function startEngine(): Promise<Engine> {
  const server = dynalite({ createTableMs: 0, updateTableMs: 0, deleteTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The engine has no port');
  const url = `http://127.0.0.1:${address.port}/`;
  return {
    async call(operation, input) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...signed, 'x-amz-target': `DynamoDB_20120810.${operation}` },
        body: JSON.stringify(input),
      });
      return { status: response.status, body: (await response.json()) as EngineAnswer['body'] };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
