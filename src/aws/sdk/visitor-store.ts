import type { Visitors } from '../../messaging/visitors.ts';
import { ConditionFailed, type Table } from './dynamodb.ts';
import { isAbsent, orConditionFailed } from './items.ts';

const keyOf = (person: string) => ({ pk: `visitor#${person}`, sk: 'visitor' });

/** Stores an item per person, with the job that opened their Home tab first. */
export const visitorsIn = (table: Table): Visitors => ({
  async isFirst(person, job) {
    const stored = await orConditionFailed(
      table.put({
        Item: { ...keyOf(person), job },
        ...isAbsent,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return !(stored instanceof ConditionFailed) || stored.item?.job === job;
  },
  has: async (person) => (await table.get(keyOf(person))) !== undefined,
});
