import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRequestFor } from '../../../../src/agents/open-request.ts';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import { changeWrites } from '../../../../src/aws/sdk/change-writes.ts';
import { tableIn } from '../../../../src/aws/sdk/dynamodb.ts';
import { isOpenRequest } from '../../../../src/change/model/changes.ts';
import { withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { tooManyOpen } from '../../../../src/lifecycle/request/request-approval.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownClient } from '../../../support/made/own-table.ts';
import { unitsUsedBy } from '../../../support/made/read-units.ts';
import { noon, request } from '../../../support/made/requests.ts';

const local = awsOfFile();

test('a new request reads as little while a thousand changes of others wait as while none does: far below twenty units', async () => {
  const client = ownClient(local.aws);
  const table = tableIn(client, local.aws.tableName);
  const store = changesIn(table, () => noon);
  await store.put(request({ id: 'mine', number: 1 }));
  const units = unitsUsedBy(client);
  /** What a request for approval asks, and that of an agent as well. */
  const asked = async (): Promise<number> => {
    const before = units();
    await tooManyOpen('U0ANA', 'new', { changes: store });
    await openRequestFor(request({ id: 'new' }), { changes: store });
    return units() - before;
  };
  const alone = await asked();
  for (let batch = 0; batch < 50; batch += 1)
    await table.transact(
      Array.from({ length: 20 }, (_, at) =>
        request({ id: `w${batch}-${at}`, number: 100 * batch + at + 2, requester: 'U0BEN' }),
      ).flatMap((waiting) => changeWrites(undefined, waiting)),
    );
  expect(await asked()).toBe(alone);
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThanOrEqual(20);
  // What it would read if it listed them all, so that the units above are not of an empty table.
  const before = units();
  expect(await store.waiting()).toHaveLength(1001);
  expect(units() - before).toBeGreaterThan(20);
});

const people = ['U0ANA', 'U0BEN'] as const;

test('after any sequence of requests and withdrawals, the index has exactly the open requests of each person', async () => {
  const events = fc.array(
    fc.record({ id: fc.nat(5), requester: fc.constantFrom(...people), isNumbered: fc.boolean() }),
    { maxLength: 30 },
  );
  await fc.assert(
    fc.asyncProperty(events, async (given) => {
      const { changes } = changesInMemory();
      for (const { id, requester, isNumbered } of given) {
        const name = `r${id}`;
        const known = await changes.get(name);
        if (!known) await changes.put(request({ id: name, requester, number: isNumbered ? 1 : undefined }));
        else await changes.change(name, (now) => withdraw(now, { person: known.requester, job: 'j1' }, noon));
      }
      const listed = (await changes.waiting()).filter(isOpenRequest);
      for (const person of people) {
        const own = listed.filter(({ requester }) => requester === person).map(({ id }) => id);
        expect((await changes.openOf(person)).toSorted()).toEqual(own.toSorted());
      }
    }),
  );
});
