import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsOf } from '../../../../src/change/model/step.ts';
import { type ChangeEvaluation, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { storeOpening } from '../../../../src/lifecycle/run/store-opening.ts';
import { defaults, type Level, type Policy } from '../../../../src/policy/policy.ts';
import { changesSent, cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import {
  changesInMemory,
  memory,
  openingsInMemory,
  openingsReadTogether,
  words,
} from '../../../support/in-memory/memory.ts';
import { changeOf } from '../../../support/made/changes.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, type RequestFacts, voteOf } from '../../../support/made/requests.ts';
import { evaluated, requestFor } from '../../../support/made/typed-line.ts';

const cloud = await cloudOfFile();
const ports = ['tcp/22 from=203.0.113.0/24', 'tcp/443', 'udp/53 from=198.51.100.0/24'];

const opened = (rest: string) =>
  evaluated(`ip add DE1ACMEWEB03 ${rest}`, memory({ service: connected(cloud) }).deps);

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

/** Neither waits for the other: on a server, public IPs are only added and removed one after another. */
const lines = [
  'ip update DE1ACMEWEB01 203.0.113.10 tcp/22 from=203.0.113.0/24',
  'ip add DE1ACMEWEB01 tcp/443',
];

/** Two openings that score 2 and 3 points, and 5 together, start at the same time. */
async function startBoth(more: RequestFacts, policy: Policy = defaults) {
  const service = connected(cloud);
  const { deps: before } = memory({ service, clock: () => noon });
  const requests = await Promise.all(
    lines.map((line, index) => requestFor(line, before, { id: `a${index}`, status: 'approved', ...more })),
  );
  const { kept, changes } = changesInMemory(...requests);
  const openings = openingsReadTogether(2);
  const { deps } = memory({ service, changes, openings, policy, clock: () => noon });
  const asked = cloud.requests.length;
  await Promise.all(requests.flatMap((one) => executionsOf(one, noon)).map((job) => execute(job, deps)));
  const refused = [...kept.values()].filter(({ status }) => status === 'failed');
  const opened = await deps.openings.of('U0ANA');
  return { refused, opened, sent: changesSent(cloud.requests.slice(asked)) };
}

const added = 'with what you opened within the last hour';

test.each<[string, RequestFacts, string]>([
  ['without approvals', { approvers: 0 }, 'It needs approval now. Nothing was changed.'],
  [
    'with one approval each',
    { approvers: 1, votes: [voteOf('U0BEN')] },
    '2 approvals needed, and 1 still counted. Nothing was changed.',
  ],
])('two openings that start at once %s, but need more together, do not both run', async (_, more, why) => {
  const { refused, opened, sent } = await startBoth(more);
  const [answer] = refused.map(({ steps: [{ outcome }] }) => words(outcome?.answer));
  expect(answer).toContain(why);
  expect(answer).toContain(added);
  expect(answer).toContain('Request it again.');
  expect(sent).toHaveLength(lines.length - refused.length);
  expect(opened).toHaveLength(sent.length);
});

test('two openings with the approvals that they need together both run', async () => {
  const { refused, opened, sent } = await startBoth({
    approvers: 1,
    votes: [voteOf('U0BEN'), voteOf('U0CORA')],
  });
  expect(refused).toEqual([]);
  expect(sent).toHaveLength(2);
  expect(opened).toHaveLength(2);
});

test.each<[string, Omit<Level, 'minScore' | 'approvers'>, string]>([
  ['a ticket', { ticket: true }, 'A change this risky needs a ticket'],
  ['an end', { ticket: false, maxLeaseMinutes: 60 }, 'A change this risky must end by itself within 1 h'],
])('two openings that need %s together do not both run without it', async (_, level, why) => {
  const levels = [{ minScore: 5, approvers: 2, ...level }] as const;
  const { refused, sent } = await startBoth(
    { approvers: 1, votes: [voteOf('U0BEN'), voteOf('U0CORA')] },
    { ...defaults, risk: { ...defaults.risk, levels } },
  );
  expect(words(refused[0]?.steps[0].outcome?.answer)).toContain(why);
  expect(sent).toHaveLength(lines.length - refused.length);
});

test('an opening that the cloud API refused is not counted when it is requested again', async () => {
  cloud.control.fail({ route: 'publicIps.add', status: 400, times: 1 });
  cloud.control.fail({ route: 'publicIps.update', status: 400, times: 1 });
  const { refused, opened, sent } = await startBoth({
    approvers: 1,
    votes: [voteOf('U0BEN'), voteOf('U0CORA')],
  });
  expect(sent).toHaveLength(2);
  expect(refused).toHaveLength(2);
  expect(opened).toEqual([]);
});
