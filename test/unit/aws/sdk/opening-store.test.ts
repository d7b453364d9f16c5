import { expect, test } from 'vitest';
import { openingKey, openingsIn } from '../../../../src/aws/sdk/opening-store.ts';
import type { Opening } from '../../../../src/change/model/openings.ts';
import { awsOfFile } from '../../../support/local-aws.ts';
import { ownTable } from '../../../support/made/own-table.ts';
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

test('a person has the openings that were stored, each once, and none of another person', async () => {
  const openings = openingsIn(ownTable(local.aws));
  const [before, at, after] = [opening('s1', now - 1), opening('s2', now), opening('s3', now + 1)];
  for (const put of [after, at, before, at, opening('s4', now, { requester: 'U2' })]) await openings.put(put);
  expect(await openings.of('U1')).toEqual([before, at, after]);
  expect(await openings.of('U3')).toEqual([]);
  for (const again of [at, at]) await openings.remove(again);
  expect(await openings.of('U1')).toEqual([before, after]);
});

test('an opening is kept after its end, since it may be open still', async () => {
  const openings = openingsIn(ownTable(local.aws));
  const month = 30 * 24 * 3_600_000;
  const open = opening('s1', now - month, { requester: 'U5', endsAt: now });
  await openings.put(open);
  const kept = await ownTable(local.aws).get(openingKey(open));
  expect(Number(kept?.ttl) * 1000).toBeGreaterThan(now + month);
});
