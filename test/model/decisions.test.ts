import fc from 'fast-check';
import { expect, test } from 'vitest';
import { none, other, wanted } from './cloud.ts';
import { type Act, Decisions } from './decisions.ts';

const value = fc.constantFrom(none, wanted, other);
const which = fc.nat(5);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      value,
      ends: fc.option(fc.integer({ min: 5, max: 60 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
  fc.record({ kind: fc.constant('extend' as const), which, by: fc.integer({ min: 5, max: 60 }) }),
  fc.record({ kind: fc.constant('end now' as const), which }),
  fc.record({ kind: fc.constant('outside' as const), value }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 2, max: 40 }) }),
  },
);

test('after the last end everything is as the last permanent decision left it, even if calls fail', async () => {
  const faults = fc.array(fc.boolean(), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 12 }), faults, async (acts, fails) => {
      const left = [...fails];
      const world = new Decisions(() => left.shift() ?? false);
      for (const one of acts) await world.act(one);
      const { is, decided, waiting } = await world.end();
      expect([is, waiting]).toEqual([decided, 0]);
    }),
    { numRuns: 400 },
  );
});
