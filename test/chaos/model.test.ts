import { describe, expect, test } from 'vitest';
import { type Exploration, explore, wander } from '../model/explore.ts';
import { scenarios } from '../model/scenarios.ts';
import { figuresOf } from './figures.ts';
import { deep, random } from './seeds.ts';

const figures = figuresOf('model');

function counted({ findings, runs, states }: Exploration): Exploration['findings'] {
  figures.count('runs', runs);
  figures.count('states', states);
  return findings;
}

/**
 * What is known to go wrong. A run of a click that stood still says that it was refused, though another run of the same click has made the
 * change: that nothing was made is looked up, and not a condition of the write that says so.
 */
const known: Readonly<Record<string, readonly (number | 'two calls')[]>> = {
  'Extend and End Now of what ends by itself right now': ['two calls', 0.1, 0.2],
  'an Undo against another change': ['two calls', 0.1],
};

describe.each(scenarios)('$name goes right', (scenario) => {
  const knownHere = known[scenario.name] ?? [];
  const expected = (mode: number | 'two calls') => (knownHere.includes(mode) ? test.fails : test);

  expected('two calls')(
    'in every run in which two calls go wrong',
    async () => {
      const explored = await explore(scenario, { deviations: 2, runs: 100_000 });
      expect(counted(explored)).toEqual([]);
      expect(explored.isComplete).toBe(true);
    },
    600_000,
  );

  for (const unusual of [0.03, 0.1, 0.2])
    expected(unusual)(`in runs at random, of whose calls ${unusual} go wrong`, async () => {
      const { next } = random(`model ${scenario.name} ${unusual}`);
      const runs = deep ? 8000 : 1000;
      expect(counted(await wander(scenario, { runs, unusual, next }))).toEqual([]);
    });
});

test('what is known to go wrong names scenarios that are there', () => {
  const names = scenarios.map(({ name }) => name);
  expect(Object.keys(known).filter((name) => !names.includes(name))).toEqual([]);
});
