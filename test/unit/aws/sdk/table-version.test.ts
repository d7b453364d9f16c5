import { expect, test } from 'vitest';
import { raiseTableVersion } from '../../../../src/aws/sdk/raise-table-version.ts';
import { tableVersionIn } from '../../../../src/aws/sdk/table-version.ts';
import { localAws } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';

const key = { pk: 'schema', sk: 'schema' };

test.each([
  ['without a version gets this one, from a function that may write', undefined, true, false, 1],
  ['without a version is not newer for a function that may only read', undefined, false, false, undefined],
  ['of an earlier version gets this one', 0, true, false, 1],
  ['of this version stays the same', 1, true, false, 1],
  ['of a later version is newer, and stays the same', 2, true, true, 2],
])('a table %s', async (_, version, writes, isNewer, after) => {
  const { aws } = await localAws();
  const table = ownTable(aws);
  if (version !== undefined) await table.put({ Item: { ...key, version } });
  const raise = () => raiseTableVersion(table);
  const read = writes ? tableVersionIn(table, Date.now, raise) : tableVersionIn(table, Date.now);
  expect(await read.isNewerTable()).toBe(isNewer);
  expect((await table.get(key))?.version).toBe(after);
  await table.transact([{ Delete: { Key: key } }]);
});

test('the version is read once, and again only if that failed', async () => {
  let reads = 0;
  const { aws } = await localAws();
  const table = ownTable(aws);
  const failing = {
    ...table,
    query: (query: Parameters<typeof table.query>[0]) => {
      reads += 1;
      return reads === 1 ? Promise.reject(new Error('table')) : table.query(query);
    },
  };
  const { isNewerTable } = tableVersionIn(failing, Date.now);
  await expect(isNewerTable()).rejects.toThrow('table');
  await Promise.all([isNewerTable(), isNewerTable()]);
  await isNewerTable();
  expect(reads).toBe(2);
});
