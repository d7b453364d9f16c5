import { expect, test } from 'vitest';
import { policy } from '../../../../src/doctor/checks/check-policy.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { foundBy } from '../stub.ts';

test('a policy that can be read is in order', async () => {
  expect(await foundBy(policy, () => ({}))).toEqual([{ state: 'ok', message: 'policy.json is valid.' }]);
});

test('each key under a former name is a warning, with what to do', async () => {
  const warnings = [
    'policy.json:2: risk.points.wide is now called largeRange',
    'policy.json:3: risk.levels[0].from is now called minScore',
  ];
  expect(await foundBy(policy, () => ({}), { warnings })).toEqual(
    warnings.map((warning) => ({
      state: 'warning',
      message: `${warning}.`,
      next: 'Rename it in policy.json. The old name still works for now.',
    })),
  );
});

test('a freeze that is over is a warning, and one that is on is said', async () => {
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
