import { expect, test } from 'vitest';
import { randomFrom } from '../../local/cloud/store/random.ts';
import { explore, wander } from './explore.ts';
import { rules } from './rules.ts';
import { scenarios } from './scenarios.ts';

test.each(scenarios)('$name goes right, whichever call goes wrong', async (scenario) => {
  const { findings, isComplete } = await explore(scenario, { deviations: 1, runs: 1000 });
  expect(findings).toEqual([]);
  expect(isComplete).toBe(true);
});

test.each(rules)('a run goes wrong unless $says', async ({ without, wrong }) => {
  const { next } = randomFrom(1);
  const limits = { runs: 1000, unusual: 0.1, next, weaken: without };
  for (const scenario of scenarios) {
    const { findings } = await wander(scenario, { ...limits, until: ({ kind }) => kind === wrong });
    if (findings.some(({ kind }) => kind === wrong)) return;
  }
  expect.unreachable('every run goes right without it');
});
