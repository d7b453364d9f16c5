import type { Log } from '../core/ports.ts';

/** What SQS hands to a Lambda, as far as it is used. */
export interface Batch {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}

export interface BatchAnswer {
  readonly batchItemFailures: { itemIdentifier: string }[];
}

/** Handles the records side by side; a record whose handling rejects is delivered again, the others are not. */
export async function eachRecord(
  { Records }: Batch,
  log: Log,
  handle: (body: string) => Promise<void>,
): Promise<BatchAnswer> {
  const failures = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await handle(body);
        return [];
      } catch (error) {
        const name = error instanceof Error ? error.name : typeof error;
        log('record returns to the queue', { message: messageId, error: name });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}
