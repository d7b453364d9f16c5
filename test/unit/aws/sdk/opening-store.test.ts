import { expect, test } from 'vitest';
import { openingKey, openingsIn } from '../../../../src/aws/sdk/opening-store.ts';
import type { Opening } from '../../../../src/change/model/openings.ts';
import { awsOfFile, ownTable } from '../../../support/local-aws.ts';
import { inside, opens } from '../../policy/ways.ts';

const local = awsOfFile();
const now = Date.UTC(2026, 10, 22);

const opening = (step: string, at: number, more: Partial<Opening> = {}): Opening => ({
  step,
  requester: 'U1',
  account: 'ACME',
  networkChange: opens(inside, '10.0.0.0/24 > 10.1.0.0/24'),
  at,
  openSince: at,
  ...more,
});

test('a person has the openings since a time, each once, and none of another person', async () => {
  const openings = openingsIn(ownTable(local.aws));
  const [before, at, after] = [opening('s1', now - 1), opening('s2', now), opening('s3', now + 1)];
  for (const put of [after, at, before, at, opening('s4', now, { requester: 'U2' })]) await openings.put(put);
  expect(await openings.since('U1', now)).toEqual([at, after]);
  expect(await openings.since('U3', now)).toEqual([]);
  for (const again of [at, at]) await openings.remove(again);
  expect(await openings.since('U1', now)).toEqual([after]);
});

test('an opening is kept until its end, and not after it', async () => {
  const openings = openingsIn(ownTable(local.aws));
  const month = 30 * 24 * 3_600_000;
  const [open, over] = [
    opening('s1', now - month + 1, { requester: 'U5', endsAt: now + 1 }),
    opening('s2', now - 2, { requester: 'U5', endsAt: now - 1 }),
  ];
  for (const put of [open, over]) await openings.put(put);
  expect(await openings.since('U5', now)).toEqual([open]);
  const kept = await ownTable(local.aws).get(openingKey(open));
  expect(Number(kept?.ttl) * 1000).toBeGreaterThan(now + 3_600_000);
});
