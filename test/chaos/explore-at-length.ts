import { describe, expect, test } from 'vitest';
import type { Scenario } from '../model/begin.ts';
import { type Exploration, explore, wander } from '../model/explore.ts';
import { figuresOf } from './figures.ts';
import { drawnFrom, isAll, random } from './seeds.ts';

const figures = figuresOf('model');

function counted({ findings, runs, states }: Exploration): Exploration['findings'] {
  figures.count('runs', runs);
  figures.count('states', states);
  return findings;
}

/** Of the runs of a scenario in which two calls go wrong, the usual run tries at most this many: some have tens of thousands. */
const mostDrawn = 1000;

/** A run ends by itself, so none is waited for in vain, and a busy machine only takes longer. */
const noLimit = 0;

/** Tests scenarios of the model in many runs, for minutes. Two files share them, since a file keeps one process busy. */
export const exploreAtLength = (scenarios: readonly Scenario[]): void =>
  describe.each(scenarios)('$name goes right', (scenario) => {
    test(
      'in every run in which two calls go wrong, or in the drawn ones',
      async () => {
        const explored = await explore(scenario, {
          deviations: 2,
          runs: 100_000,
          drawn: (level) => drawnFrom(level, `model ${scenario.name}`, mostDrawn),
        });
        expect(counted(explored)).toEqual([]);
        expect(explored.isComplete).toBe(true);
      },
      noLimit,
    );

    for (const unusual of [0.03, 0.1, 0.2])
      test(
        `in random runs with ${unusual} of the calls going wrong`,
        async () => {
          const { next } = random(`model ${scenario.name} ${unusual}`);
          const runs = isAll ? 6400 : 200;
          expect(counted(await wander(scenario, { runs, unusual, next }))).toEqual([]);
        },
        noLimit,
      );
  });
