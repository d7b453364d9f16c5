import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsOf } from '../../../../src/change/model/step.ts';
import { type ChangeEvaluation, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { storeOpening } from '../../../../src/lifecycle/run/store-opening.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { memory, openingsInMemory } from '../../../support/in-memory/memory.ts';
import { changeOf } from '../../../support/made/changes.ts';
import { evaluated } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
const ports = ['tcp/22 from=203.0.113.0/24', 'tcp/443', 'udp/53 from=198.51.100.0/24'];

const opened = (words: string) =>
  evaluated(`ip add DE1ACMEWEB03 ${words}`, memory({ service: connected(cloud) }).deps);

test('openings that start at the same time never run as several small ones, in any order of calls', async () => {
  const evaluations = await Promise.all(ports.map(opened));
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const openings = openingsInMemory();
      const { deps } = memory({
        openings: {
          put: scheduler.scheduleFunction(openings.put),
          remove: scheduler.scheduleFunction(openings.remove),
          of: scheduler.scheduleFunction(openings.of),
        },
      });
      const start = async (evaluation: ChangeEvaluation, index: number): Promise<boolean> => {
        const [step] = stepsOf(changeOf({ id: `a${index}`, steps: stepsFrom(evaluation) }));
        const { evaluation: noted, forget } = await storeOpening(step, evaluation, deps);
        const runs = noted.decision.kind === 'confirm';
        if (!runs) await forget();
        return runs;
      };
      const started = await scheduler.waitFor(Promise.all(evaluations.map(start)));
      // Those with SSH and from anywhere score 5 together.
      expect(started[0] && started[1]).toBe(false);
      expect(await openings.of('U0ANA')).toHaveLength(started.filter(Boolean).length);
    }),
  );
});

test('a chain of short openings, each confirmed alone, counts as long: only the first one is short', async () => {
  const shortLease = { minutes: 60, points: 1 };
  const levels = [{ minScore: 3, approvers: 1, ticket: false }] as const;
  const policy = { ...defaults, risk: { ...defaults.risk, shortLease, levels } };
  const { deps, state } = memory({ service: connected(cloud), policy });
  const begin = state.now;
  const decisions = [];
  for (const [index, at] of [0, 58, 116, 174].entries()) {
    state.now = begin + at * 60_000;
    const inAnHour = { ends: { after: 60 * 60_000 } };
    const evaluation = await evaluated('ip add DE1ACMEWEB03 tcp/443', deps, inAnHour);
    const [step] = stepsOf(changeOf({ id: `c${index}`, steps: stepsFrom(evaluation) }));
    decisions.push((await storeOpening(step, evaluation, deps)).evaluation.decision.kind);
  }
  expect(decisions).toEqual(['confirm', 'requestApproval', 'requestApproval', 'requestApproval']);
});

test.each([
  [120, 60, 3],
  [240, 60, 5],
  [240, 120, 3],
  [120, 30, 5],
  [90, 15, 7],
  [75, 5, 16],
])(
  'with a limit of %i minutes, openings of %i minutes without a break are refused from number %i on',
  async (limit, length, refused) => {
    const levels = [{ minScore: 3, approvers: 1, ticket: false, maxLeaseMinutes: limit }] as const;
    const policy = { ...defaults, risk: { ...defaults.risk, levels } };
    const { deps, state } = memory({ service: connected(cloud), policy });
    const begin = state.now;
    const demanded: boolean[] = [];
    for (let index = 0; index < refused + 2; index += 1) {
      state.now = begin + index * length * 60_000;
      const evaluation = await evaluated('ip add DE1ACMEWEB03 tcp/443', deps, {
        ends: { after: length * 60_000 },
      });
      const [step] = stepsOf(changeOf({ id: `c${index}`, steps: stepsFrom(evaluation) }));
      const { evaluation: noted, forget } = await storeOpening(step, evaluation, deps);
      const { decision } = noted;
      const isRefused = decision.kind === 'requestApproval' && decision.maxLeaseMinutes !== undefined;
      if (isRefused) await forget();
      demanded.push(isRefused);
    }
    expect(demanded.indexOf(true)).toBe(refused - 1);
  },
);
