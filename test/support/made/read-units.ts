import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const capacityOf = (output: unknown): number => {
  if (typeof output !== 'object' || output === null || !('ConsumedCapacity' in output)) return 0;
  const { ConsumedCapacity: used } = output;
  if (typeof used !== 'object' || used === null || !('CapacityUnits' in used)) return 0;
  return Number(used.CapacityUnits);
};

/** Counts the capacity units that the table reports for the calls of a client from now on. */
export function unitsUsedBy(client: DynamoDBClient): () => number {
  let units = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answered = await next(args);
      units += capacityOf(answered.output);
      return answered;
    },
    { step: 'initialize' },
  );
  return () => units;
}
