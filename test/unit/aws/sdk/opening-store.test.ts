import { expect, test } from 'vitest';
import { openingsIn } from '../../../../src/aws/sdk/opening-store.ts';
import type { Opening } from '../../../../src/core/openings.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';
import { inside, opens } from '../../policy/ways.ts';

const local = awsOfFile();
const now = Date.UTC(2026, 10, 22);

const opening = (step: string, at: number, requester = 'U1'): Opening => ({
  step,
  requester,
  account: 'ACME',
  networkChange: opens(inside, '10.0.0.0/24 > 10.1.0.0/24'),
  at,
});

test('a person has the openings since a time, each once, and none of another person', async () => {
  const openings = openingsIn(ownTable(local.aws));
  const [before, at, after] = [opening('s1', now - 1), opening('s2', now), opening('s3', now + 1)];
  for (const put of [after, at, before, at, opening('s4', now, 'U2')]) await openings.put(put);
  expect(await openings.since('U1', now)).toEqual([at, after]);
  expect(await openings.since('U3', now)).toEqual([]);
  for (const again of [at, at]) await openings.remove(again);
  expect(await openings.since('U1', now)).toEqual([after]);
});
