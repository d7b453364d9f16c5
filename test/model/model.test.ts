import { expect, test } from 'vitest';
import { randomFrom } from '../../local/cloud/store/random.ts';
import { explore, type Finding, wander } from './explore.ts';
import { rules } from './rules.ts';
import { scenarios } from './scenarios.ts';

/** Only some: `npm run chaos` makes each run in which one call goes wrong, and more. */
test.each(scenarios)('$name goes right, whichever call goes wrong', async (scenario) => {
  const { next } = randomFrom(1);
  const { findings } = await wander(scenario, { runs: 40, unusual: 0.1, next });
  expect(findings).toEqual([]);
});

test.each(rules)('a run goes wrong unless $says', async ({ without: weaken, wrong, where }) => {
  const scenario = scenarios.find(({ name }) => name === where);
  if (!scenario) throw new Error(where);
  const until = ({ kind }: Finding): boolean => kind === wrong;
  const { findings } = await explore(scenario, { deviations: 1, runs: 1000, weaken, until });
  if (findings.some(until)) return;
  const { next } = randomFrom(1);
  const wandered = await wander(scenario, { runs: 1000, unusual: 0.1, next, weaken, until });
  expect(wandered.findings.map(({ kind }) => kind)).toContain(wrong);
});
