import { afterEach, expect, test } from 'vitest';
import { leasesIn } from '../../../../src/aws/sdk/lease-store.ts';
import { wakesAt } from '../../../../src/change/model/lease.ts';
import { beginEnd, close } from '../../../../src/change/transitions/ending.ts';
import { endNow, extend } from '../../../../src/change/transitions/moving.ts';
import { storeLeft } from '../../../../src/change/transitions/news.ts';
import { leaseOf, leaseStart } from '../../leases.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();
afterEach(() => local.aws.faults.clear());
const leases = () => leasesIn(ownTable(local.aws));
const hour = 3_600_000;

test('a lease is read as it was put, and put again stays as it has become', async () => {
  const lease = leaseOf({ id: 'put' });
  await leases().put(lease);
  expect(await leases().get('put')).toEqual(lease);
  await leases().change('put', (now) => endNow(now, 'U0BEN', leaseStart));
  await leases().put(lease);
  expect(await leases().get('put')).toMatchObject({ endedBy: 'U0BEN', attempt: 2 });
});

test('is listed by when the sweeper looks at it, until it is over and all was told', async () => {
  const ids = async () =>
    (await leases().pending()).map(({ id }) => id).filter((id) => id.startsWith('list'));
  const late = leaseOf({ id: 'list-late', endsAt: leaseStart + 5 * hour });
  const soon = leaseOf({ id: 'list-soon' });
  await leases().put(late);
  await leases().put(soon);
  expect(await ids()).toEqual(['list-soon', 'list-late']);
  const [ref] = (await leases().pending()).filter(({ id }) => id === 'list-soon');
  expect(ref).toEqual({
    id: 'list-soon',
    requester: soon.requester,
    account: soon.step.account,
    isOver: false,
    endsAt: soon.endsAt,
    wakesAt: wakesAt(soon),
  });

  const end = { event: 'ended', answer: [], job: 'e1' } as const;
  await leases().change('list-soon', (now) => beginEnd(now, { job: 'e1', attempt: 1 }, leaseStart));
  await leases().change('list-soon', (now) => close(now, 'ended', end, leaseStart));
  expect(await ids()).toContain('list-soon');
  expect((await leases().pending()).find(({ id }) => id === 'list-soon')).toMatchObject({ isOver: true });
  expect((await leases().active()).map(({ id }) => id)).not.toContain('list-soon');
  await leases().change('list-soon', (now) => storeLeft(now, { kind: 'closed', at: leaseStart }, []));
  expect(await ids()).toEqual(['list-late']);
});

test('of an extension and an end at once one wins, and the other is told', async () => {
  for (let number = 0; number < 10; number += 1) {
    const id = `race-${number}`;
    const lease = leaseOf({ id });
    await leases().put(lease);
    const [extended, begun] = await Promise.all([
      leases().change(id, (now) =>
        extend(now, { from: lease.endsAt, to: leaseStart + 9 * hour }, leaseStart),
      ),
      leases().change(id, (now) => beginEnd(now, { job: 'e1', attempt: 1 }, leaseStart)),
    ]);
    const found = await leases().get(id);
    const isExtended = 'lease' in extended;
    expect('lease' in begun).toBe(!isExtended);
    expect(found?.phase).toBe(isExtended ? 'active' : 'ending');
    expect([extended, begun]).toContainEqual({
      refused: isExtended ? 'Its end was moved.' : 'It is ending right now.',
    });
  }
});

test('a lease that does not exist is not changed', async () => {
  expect(await leases().change('none', (lease) => ({ lease }))).toEqual({
    refused: 'This lease no longer exists.',
  });
});
