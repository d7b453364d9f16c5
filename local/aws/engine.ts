import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Answer } from './aws-json.ts';

/** A response of DynamoDB, possibly an error. */
export interface EngineAnswer extends Answer {
  readonly body: Readonly<Record<string, unknown>>;
}

/** A DynamoDB, without what AWS does around it, such as the expiry of items and backups. */
export interface Engine {
  /** Performs one operation, such as `PutItem`. Throws an AwsError for what it refuses itself. */
  call(operation: string, input: object): Promise<EngineAnswer>;
  close(): Promise<void>;
}

/**
 * Connects to a server that speaks DynamoDB's protocol, and looks at no signature.
 * @param accessKey names the database, where a server keeps one for each
 */
export function connect(url: string, accessKey: string): Engine {
  // Node's own client takes half the time of fetch, and a transaction makes about six calls.
  const agent = new Agent({ keepAlive: true });
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-date': '20260101T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0`,
  };
  return {
    async call(operation, input) {
      const content = JSON.stringify(input);
      const asked = request(url, {
        method: 'POST',
        agent,
        headers: {
          ...headers,
          'content-length': Buffer.byteLength(content),
          'x-amz-target': `DynamoDB_20120810.${operation}`,
        },
      }).end(content);
      const [answer]: IncomingMessage[] = await once(asked, 'response');
      if (!answer) throw new Error('The engine gave no answer');
      return { status: answer.statusCode ?? 500, body: (await json(answer)) as EngineAnswer['body'] };
    },
    close: async () => agent.destroy(),
  };
}
