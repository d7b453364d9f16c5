import type { Visitors } from '../../messaging/visitors.ts';
import type { Table } from './dynamodb.ts';
import { putOrFind } from './items.ts';

const keyOf = (person: string) => ({ pk: `visitor#${person}`, sk: 'visitor' });

/** Stores an item per person, with the first job that opened their Home tab. */
export const visitorsIn = (table: Table): Visitors => ({
  async isFirst(person, job) {
    const first = await putOrFind(table, { ...keyOf(person), job });
    return !first || first.job === job;
  },
  has: async (person) => (await table.get(keyOf(person))) !== undefined,
});
