import { expect, test } from 'vitest';
import { policy } from '../../../../src/doctor/checks/check-policy.ts';
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
