import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Clock, Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';

/** A call takes some ten milliseconds. One that takes so long has been repeated, throttled or stalled. */
const slow: Millis = 200;

/** Lets a client log each slow call, by the name of its action and without its keys. The SDK's own retries are part of a call. */
export function logSlowCalls(client: DynamoDBClient, log: Log, clock: Clock): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const began = clock();
        try {
          return await next(args);
        } finally {
          const ms = clock() - began;
          if (ms >= slow) log('table call', { method: commandName.replace(/Command$/, ''), ms });
        }
      },
    { step: 'initialize', name: 'logSlowCalls' },
  );
  return client;
}
