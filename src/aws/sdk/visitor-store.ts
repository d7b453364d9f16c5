import type { Visitors } from '../../messaging/visitors.ts';
import { putOrFind } from './conditional-writes.ts';
import type { Table } from './dynamodb.ts';

const keyOf = (person: string) => ({ pk: `visitor#${person}`, sk: 'visitor' });

/** Stores an item per person, with the first job that opened their Home tab. */
export const visitorsIn = (table: Table): Visitors => ({
  async isFirst(person, job) {
    const first = await putOrFind(table, { ...keyOf(person), job });
    return !first || first.job === job;
  },
  has: async (person) => (await table.get(keyOf(person))) !== undefined,
});
