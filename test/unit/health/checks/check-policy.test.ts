import { expect, test } from 'vitest';
import { policy } from '../../../../src/health/checks/check-policy.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { foundBy } from '../stub.ts';

test('a readable policy is in order', async () => {
  expect(await foundBy(policy, () => ({}))).toEqual([{ state: 'ok', message: 'policy.json is valid.' }]);
});

test('an ended freeze is a warning, and a current one is reported', async () => {
  const window = (from: string, to: string) => ({ from, to, why: 'Audit', timeZone: 'UTC' });
  const freeze = [window('1969-12-01', '1969-12-02'), window('1969-12-31', '1970-01-01')];
  expect(await foundBy(policy, () => ({}), { policy: { ...defaults, freeze } })).toEqual([
    {
      state: 'warning',
      message: 'This freeze is over: 1969-12-01–1969-12-02 (UTC): Audit.',
      next: 'Remove it from policy.json.',
    },
    { state: 'ok', message: 'Changes are frozen until Fri 2 Jan 1970, 00:00 (UTC): Audit.' },
  ]);
});
