import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { retryFailedButton } from '../../../../src/change/words/request-buttons.ts';
import { mapNonEmpty, type NonEmpty } from '../../../../src/core/non-empty.ts';
import { evaluateChange, stepsFrom } from '../../../../src/lifecycle/prepare/evaluate-change.ts';
import { retryFailed } from '../../../../src/lifecycle/request/retry-failed.ts';
import { inOrder } from '../../../../src/lifecycle/views/describe-plan.ts';
import type { Ends } from '../../../../src/time/timing.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory, words } from '../../../support/in-memory/memory.ts';
import { decisionOf } from '../../../support/made/clicks.ts';
import { stepsOf } from '../../../support/made/prepared-plan.ts';
import { noon, type RequestFacts, request } from '../../../support/made/requests.ts';

/* Failed steps are requested again as they were: with their ends, their plan and everything else that was agreed to. */

const cloud = await cloudOfFile();
const minute = 60_000;
const hour = 60 * minute;
const replyTo = { channel: 'C0OPS', person: 'U0ANA' };
const outcomeOf = (kind: StepOutcome['kind'], more: Partial<StepOutcome> = {}): StepOutcome => ({
  kind,
  answer: [],
  job: 'j1',
  ...more,
});

/** The steps of a plan as they are stored, each with an end. */
async function stored(commands: string): Promise<NonEmpty<Step>> {
  const { deps } = memory({ service: connected(cloud), clock: () => noon });
  const prepared = stepsOf('plan', { commands, why: 'New servers' });
  const timings = prepared.map(() => ({ ends: { after: hour } }));
  return inOrder(stepsFrom(await evaluateChange(prepared, replyTo, deps, { known: timings })));
}

/** Ana presses Retry Failed on a request with these steps. Resolves to her answer and the change that waits for confirmation. */
async function retry(steps: NonEmpty<Step>, more: RequestFacts = {}, now = noon) {
  const closed = { event: 'failed', person: 'U0ANA', job: 'j1' } as const;
  const { changes } = changesInMemory(request({ id: 'a1', steps, status: 'failed', closed, ...more }));
  const { deps, put } = memory({ service: connected(cloud), changes, clock: () => now });
  const { action } = retryFailedButton({ id: 'a1' }, 1);
  if (!('decide' in action)) throw new Error('The button decides something');
  const result = await retryFailed(decisionOf({ id: 'j-retry', decision: 'retryFailed' }), deps);
  return { said: words(result.deliveries), pending: put.at(-1) };
}

const watched = { kind: 'alert policy on server', policy: 'p1', server: 'de1acmeweb01' };
const openings = [
  'ip add DE1ACMEWEB03 tcp/443 ends=1h',
  'alert assign "Disk 80" DE1ACMEWEB04 ends=1h',
  'firewall create de1 va1 source=10.1.0.0/24 destination=10.2.0.0/24 ends=1h',
].join('\n');

test('a retried step keeps everything but its outcome, its claim and the Undo that it used', async () => {
  const steps = await stored(openings);
  const later = fc.integer({ min: noon + 10 * minute, max: noon + 20 * 24 * hour });
  const ends = fc.option(
    fc.oneof(
      later.map((at): Ends => ({ at })),
      fc.integer({ min: 5 * minute, max: 48 * hour }).map((after): Ends => ({ after })),
    ),
    { nil: undefined },
  );
  const changed = fc.record({
    ends,
    outcome: fc.constantFrom(outcomeOf('done'), outcomeOf('failed')),
    usedBy: fc.constantFrom(undefined, 'j0'),
    claimed: fc.constantFrom(undefined, { at: noon - minute, job: 'a1:run', run: 'r1' }),
  });
  await fc.assert(
    fc.asyncProperty(fc.tuple(changed, changed, changed), async (all) => {
      const given = mapNonEmpty(steps, ({ after: _, ...step }, index): Step => {
        const { usedBy, ...of } = all[index] ?? all[0];
        const networkChange = of.ends && step.networkChange;
        return { ...step, ...of, networkChange, undoes: { id: `u${index}`, subject: watched, usedBy } };
      });
      const failures = given.filter(({ outcome }) => outcome?.kind === 'failed');
      const { pending } = await retry(given, { reason: 'New servers', ticket: 'OPS-7' });
      if (failures.length === 0) {
        expect(pending).toBeUndefined();
        return;
      }
      expect(pending).toMatchObject({ reason: 'New servers', ticket: 'OPS-7' });
      const kept = failures.map(({ outcome: _, claimed: __, line: ___, undoes, risk, ...step }) => ({
        ...step,
        // Of a single step, the risk is that of the change.
        ...(failures.length > 1 && { risk }),
        undoes: { id: undoes?.id, subject: undoes?.subject },
      }));
      expect(pending?.steps.map(({ line: _, ...step }) => step)).toEqual(kept);
    }),
    { numRuns: 25 },
  );
});

test.each<[string, Ends, string, string]>([
  ['a while after it is applied', { after: hour }, 'ends=1h', 'to DE1ACMEWEB04 for 1 h?'],
  ['at a time', { at: noon + 2 * hour }, 'ends=2026-11-20T14:00Z', 'to DE1ACMEWEB04 until 2026-11-20T14:00'],
])(
  'the preview of a retry says that it ends %s, and its command has that end',
  async (_, ends, option, text) => {
    const [, assign] = await stored(openings);
    if (!assign) throw new Error('The plan has three steps');
    const { after: _after, ...step } = assign;
    const { said, pending } = await retry([{ ...step, ends, outcome: outcomeOf('failed') }]);
    expect(said).toContain(text);
    expect(pending?.steps[0].line).toBe(`alert assign "Disk 80" DE1ACMEWEB04 ${option}`);
    expect(said).toContain(pending?.steps[0].line);
  },
);

test('a step that somebody retried is not retried again, but the others are', async () => {
  const [first, second] = await stored(openings);
  if (!second) throw new Error('The plan has three steps');
  const failed = { outcome: outcomeOf('failed') };
  const gone = { ...first, ...failed, retriedBy: { person: 'U0BEN', job: 'j-ben' } };
  const { said } = await retry([gone]);
  expect(said).toMatch(/retried by .*U0BEN/);
  const { pending } = await retry([gone, { ...second, ...failed }]);
  expect(pending?.steps).toMatchObject([{ operation: second.operation, retries: { id: 'a1.2' } }]);
});

test('a step whose end is past, or a moment away, is not retried: it needs another end', async () => {
  const [, assign] = await stored(openings);
  if (!assign) throw new Error('The plan has three steps');
  const { after: _, ...step } = assign;
  const steps = [{ ...step, ends: { at: noon + 4 * minute }, outcome: outcomeOf('failed') }] as const;
  const { said, pending } = await retry(steps);
  expect(pending).toBeUndefined();
  expect(said).toContain('was to end');
  expect(said).toContain('Nothing was changed.');
});

const runbook = { name: 'new-web-server', line: 'run new-web-server', allOrNothing: false };

test('a retry of all steps is still the plan', async () => {
  const steps = mapNonEmpty(await stored(openings), (step) => ({ ...step, outcome: outcomeOf('failed') }));
  const { said, pending } = await retry(steps, { plan: runbook });
  expect(pending).toMatchObject({ plan: runbook, steps: [{}, { after: 0 }, { after: 1 }] });
  expect(said).toContain('Runbook new-web-server · if a step fails, the steps after it don’t start');
  expect(said).toContain('run new-web-server');
});

test('a retry of some steps names the plan, but not its line, which would request the done steps', async () => {
  const [first, ...rest] = await stored(openings);
  const failed = rest.map((step) => ({ ...step, outcome: outcomeOf('failed') }));
  const { said, pending } = await retry([{ ...first, outcome: outcomeOf('done') }, ...failed], {
    plan: { ...runbook, allOrNothing: true, irreversible: [1] },
  });
  expect(pending?.plan).toEqual({ name: 'new-web-server', allOrNothing: true });
  expect(said).toContain('Runbook new-web-server · all or nothing');
  expect(said).not.toContain('run new-web-server');
  expect(said).not.toContain('Edit');
});

const chained =
  'ip add DE1ACMEWEB03 tcp/443\nfirewall intra create de1 tcp/443 source=$1.address destination=10.0.0.0/24 ends=1h';

test('the result of a done step replaces the reference to it, also in the command', async () => {
  const [first, second] = await stored(chained);
  if (!second) throw new Error('The plan has two steps');
  const done = outcomeOf('done', { results: { address: '198.51.100.7' } });
  const { pending } = await retry([
    { ...first, outcome: done },
    { ...second, outcome: outcomeOf('failed') },
  ]);
  expect(pending?.steps[0].line).toBe(
    'firewall intra create de1 tcp/443 source=198.51.100.7 destination=10.0.0.0/24 ends=1h',
  );
});

test.each(['unknown', 'done'] as const)(
  'a step that needs an unknown result is not retried if the step that gives it is %s',
  async (kind) => {
    const [first, second] = await stored(chained);
    if (!second) throw new Error('The plan has two steps');
    const { said, pending } = await retry([
      { ...first, outcome: outcomeOf(kind) },
      { ...second, outcome: outcomeOf('failed') },
    ]);
    expect(pending).toBeUndefined();
    expect(said).toContain('Step 2 needs the address of step 1, which isn’t known.');
    expect(said).toContain(
      'Find out the address of step 1. Then request the steps that failed, with it in place of $1.address.',
    );
  },
);

/** Steps that assign alert policies to servers, the last of which no longer exists. */
async function assigned(policies: readonly string[]): Promise<NonEmpty<Step>> {
  const [, assign] = await stored(openings);
  if (!assign) throw new Error('The plan has three steps');
  const { after: _, ...step } = assign;
  const of = (policy: string, server: string): Step => ({
    ...step,
    raw: { ...step.raw, server, policy },
    line: `alert assign "${policy}" ${server} ends=1h`,
    outcome: outcomeOf('failed'),
  });
  const [first = '', second = '', third = ''] = policies;
  return [of(first, 'DE1ACMEWEB04'), of(second, 'DE1ACMEWEB03'), of(third, 'DE1ACMEWEB99')];
}

test('the button that continues without a server that is gone keeps all options', async () => {
  const steps = await assigned(['Disk 80', 'Disk 80', 'Disk 80']);
  const { said } = await retry(steps, { reason: 'New servers', ticket: 'OPS-7' });
  expect(said).toContain('Use the Other 2');
  expect(said).toContain(
    'alert assign "Disk 80" DE1ACMEWEB04 DE1ACMEWEB03 why="New servers" ends=1h ticket=OPS-7',
  );
});

test('no button continues with steps that one command can’t request', async () => {
  const { said } = await retry(await assigned(['Disk 80', 'Night watch', 'Disk 80']));
  expect(said).toContain('There is no server “DE1ACMEWEB99”.');
  expect(said).not.toContain('Use the Other');
});
